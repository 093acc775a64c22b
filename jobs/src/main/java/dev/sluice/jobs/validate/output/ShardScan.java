package dev.sluice.jobs.validate.output;

import dev.sluice.core.Bucket;
import dev.sluice.core.DedupScope;
import dev.sluice.core.Outcome;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.validate.output.SealedOutput.SealedShard;
import dev.sluice.jobs.validate.report.BucketSummary;
import dev.sluice.jobs.validate.report.BucketSummary.Dump;
import dev.sluice.jobs.validate.report.BucketSummary.Statistics;
import dev.sluice.jobs.validate.report.Check;
import dev.sluice.jobs.validate.report.Findings;
import dev.sluice.jobs.validate.report.ValidateOptions;
import dev.sluice.settings.load.ContentConfiguration;
import dev.sluice.storage.IoMessage;
import dev.sluice.storage.output.DumpManifest.FilePart;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.source.FieldRules;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.takedown.NamedRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Reads all shards row by row, bucket by bucket. Not thread-safe.
 *
 * <p>Memory: a row group, and a {@link KeyTable} of the ids of one bucket (of all buckets, if ids
 * must be globally unique), within the limit of the options.
 */
public final class ShardScan {
  /** The phase in which shards are read. */
  public static final JobPhase SHARDS = JobPhase.ofItems("reading shards");

  private final ValidateOptions options;
  private final ContentConfiguration content;
  private final Findings findings;
  private final JobProgress progress;
  private final RecordChecks records;
  private final ShardSchemaCheck schema;
  private final List<BucketTally> tallies = new ArrayList<>();

  /**
   * @param named the rows that take-downs name, which no shard may have
   */
  public ShardScan(
      ValidateOptions options,
      ContentConfiguration content,
      NamedRows named,
      Findings findings,
      JobProgress progress) {
    this.options = options;
    this.content = content;
    this.findings = findings;
    this.progress = progress;
    this.records = new RecordChecks(content, named, findings);
    this.schema = new ShardSchemaCheck(content.columns(), content.carried(), findings);
    content.buckets().forEach(bucket -> tallies.add(new BucketTally()));
  }

  /** Reads all shards, and returns the results by bucket index. */
  public List<BucketTally> scan(List<SealedShard> shards) throws InterruptedException {
    int done = 0;
    for (List<SealedShard> scope : scopes(shards)) {
      boolean wanted = findings.wants(Check.DUPLICATES) && content.has(ColumnRole.ID);
      long rows = wanted ? scope.stream().mapToLong(shard -> shard.file().rows()).sum() : 0;
      KeyTable ids = new KeyTable(0, rows, options.memoryBytes());
      records.begin(ids); // releases the table of the scope before
      ids.begin(0);
      for (SealedShard shard : scope) {
        progress.reached(new JobPosition(SHARDS, ++done, shards.size(), 0, shard.path()));
        scan(shard, tallies.get(shard.bucket()));
      }
      for (int pass = 1; pass < ids.passes(); pass++) {
        ids.begin(pass);
        scanIdsAgain(scope);
      }
    }
    return tallies;
  }

  /** Returns the groups of shards within which ids must be unique. */
  private List<List<SealedShard>> scopes(List<SealedShard> shards) {
    if (content.rules().dedup() == DedupScope.GLOBAL) {
      return List.of(shards);
    }
    List<List<SealedShard>> scopes = new ArrayList<>();
    for (int i = 0; i < content.buckets().size(); i++) {
      int bucket = i;
      scopes.add(shards.stream().filter(shard -> shard.bucket() == bucket).toList());
    }
    return scopes;
  }

  private void scan(SealedShard shard, BucketTally tally) throws InterruptedException {
    long rows = shard.file().rows();
    try {
      checkBytes(shard);
      if (options.readsRows() && schema.check(file(shard), shard.path())) {
        rows = content.shardMapping().isPresent() ? read(shard, tally) : rows;
      }
    } catch (SourceFormatException e) {
      findings.unreadable(shard.path(), "cannot be read: " + e.reason());
    } catch (IOException e) {
      findings.unreadable(shard.path(), "cannot be read: " + IoMessage.of(e));
    }
    tally.shard(shard, rows);
  }

  private Path file(SealedShard shard) {
    return options.output().resolve(shard.path());
  }

  private void checkBytes(SealedShard shard) throws IOException {
    if (!findings.wants(Check.FILES)) {
      return;
    }
    FilePart listed = shard.file();
    long bytes = Files.size(file(shard));
    if (bytes != listed.bytes()) {
      findings.violation(
          Check.FILES,
          shard.path(),
          "has %,d bytes, but %,d in its manifest".formatted(bytes, listed.bytes()));
      return;
    }
    String sha256 = Publication.sha256(file(shard));
    if (!sha256.equals(listed.sha256())) {
      findings.violation(
          Check.FILES,
          shard.path(),
          "its SHA-256 is %s, but %s in its manifest".formatted(sha256, listed.sha256()));
    }
  }

  private long read(SealedShard shard, BucketTally tally) throws IOException, InterruptedException {
    ParquetSource source =
        ParquetSource.open(file(shard), content.shardMapping().orElseThrow(), FieldRules.OF_SHARDS);
    if (source.rows() != shard.file().rows()) {
      findings.violation(
          Check.FILES,
          shard.path(),
          "has %,d rows, but %,d in its manifest".formatted(source.rows(), shard.file().rows()));
    }
    records.begin(shard, tally);
    source.read(
        row -> {
          tally.row(row.score(), row.textLength());
          records.check(row);
        });
    return source.rows();
  }

  /**
   * Reads the shards again for a further pass over ids. Reads only the column of ids, which is much
   * smaller than the texts.
   */
  private void scanIdsAgain(List<SealedShard> scope) throws InterruptedException {
    ColumnMapping idsOnly = ColumnMapping.ofShard(List.of(ColumnRole.ID));
    for (SealedShard shard : scope) {
      records.begin(shard, tallies.get(shard.bucket()));
      try {
        ParquetSource.open(file(shard), idsOnly)
            .read(row -> records.checkRepeated(row.row(), row.requireId(file(shard))));
      } catch (IOException e) {
        findings.unreadable(shard.path(), "cannot be read again: " + IoMessage.of(e));
      }
    }
  }

  /** Collects the statistics of a bucket. Not thread-safe. */
  public static final class BucketTally {
    private final LongSummaryStatistics textBytes = new LongSummaryStatistics();
    private final DoubleSummaryStatistics scores = new DoubleSummaryStatistics();
    private final SortedMap<String, Dump> dumps = new TreeMap<>();
    private long repeated;

    void shard(SealedShard shard, long rows) {
      dumps.merge(shard.dump(), new Dump(1, rows, shard.file().bytes()), Dump::plus);
    }

    void row(double score, int textLength) {
      scores.accept(score);
      textBytes.accept(textLength);
    }

    void repeatedId() {
      repeated++;
    }

    /**
     * Returns the statistics of the bucket together with the counters of its manifests.
     *
     * @param statistics whether lengths, scores and dumps are wanted
     */
    public BucketSummary summary(Bucket bucket, ManifestSet manifests, boolean statistics) {
      Dump all = dumps.values().stream().reduce(new Dump(0, 0, 0), Dump::plus);
      return new BucketSummary(
          bucket.name(),
          all.files(),
          all.records(),
          all.bytes(),
          textBytes.getSum(),
          manifests.sampling(bucket),
          manifests.total(bucket.name(), Outcome.DUPLICATES_REMOVED),
          manifests.total(bucket.name(), Outcome.NEAR_DUPLICATES_REMOVED),
          repeated,
          statistics ? statistics() : null);
    }

    private Statistics statistics() {
      boolean isEmpty = scores.getCount() == 0;
      return new Statistics(
          isEmpty ? 0 : textBytes.getMin(),
          textBytes.getAverage(),
          isEmpty ? 0 : textBytes.getMax(),
          isEmpty ? 0 : scores.getMin(),
          scores.getAverage(),
          isEmpty ? 0 : scores.getMax(),
          dumps);
    }
  }

  /** Compares a shard's columns, their order and types with the configured ones. */
  static final class ShardSchemaCheck {
    private static final String STRING = "binary STRING";
    private static final String NUMBER = "double";

    private final List<String> expected;
    private final Findings findings;

    ShardSchemaCheck(List<String> columns, Optional<TableSchema> carried, Findings findings) {
      this.expected = columns.stream().flatMap(column -> leaves(column, carried)).toList();
      this.findings = findings;
    }

    private static Stream<String> leaves(String column, Optional<TableSchema> carried) {
      List<String> further =
          carried.map(schema -> schema.nullable(column::equals).described()).orElse(List.of());
      boolean isNumber = ColumnRole.of(column).filter(ColumnRole::isNumber).isPresent();
      String own = "%s (%s)".formatted(column, isNumber ? NUMBER : STRING);
      return further.isEmpty() ? Stream.of(own) : further.stream();
    }

    /**
     * Checks the columns of a shard, and returns whether they are as configured. Only then can rows
     * be read.
     *
     * @throws SourceFormatException if the file is not readable Parquet
     */
    boolean check(Path file, String path) throws IOException {
      List<String> columns = ParquetSource.columns(file);
      boolean same = columns.equals(expected);
      if (!same) {
        findings.violation(
            Check.SCHEMA,
            path,
            "its columns are %s, but must be %s"
                .formatted(String.join(", ", columns), String.join(", ", expected)));
      }
      return same;
    }
  }
}
