package dev.sluice.jobs.validate.output;

import dev.sluice.core.DedupScope;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
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
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads all shards row by row, bucket by bucket. Not thread-safe.
 *
 * <p>Memory: a row group, and {@link DuplicateIds} for one bucket (for all, if ids are globally
 * unique), within the options' limit.
 */
public final class ShardScan {
  /** The phase in which shards are read. */
  public static final JobPhase SHARDS = JobPhase.ofItems("reading shards");

  private final ValidateOptions options;
  private final ContentConfiguration content;
  private final Findings findings;
  private final JobProgress progress;
  private final DuplicateIds duplicates;
  private final RecordChecks records;
  private final ShardSchemaCheck schema;
  private final List<BucketTally> tallies = new ArrayList<>();

  public ShardScan(
      ValidateOptions options,
      ContentConfiguration content,
      Findings findings,
      JobProgress progress) {
    this.options = options;
    this.content = content;
    this.findings = findings;
    this.progress = progress;
    this.duplicates = new DuplicateIds(options.memoryBytes());
    this.records = new RecordChecks(content, findings, duplicates);
    this.schema = new ShardSchemaCheck(content.columns(), content.carried(), findings);
    content.buckets().forEach(bucket -> tallies.add(new BucketTally()));
  }

  /** Reads all shards; returns the results by bucket index. */
  public List<BucketTally> scan(List<Shard> shards) throws InterruptedException {
    int done = 0;
    for (List<Shard> scope : scopes(shards)) {
      boolean wanted = findings.wants(Check.DUPLICATES) && content.has(ColumnRole.ID);
      duplicates.begin(wanted ? scope.stream().mapToLong(ShardScan::listedRows).sum() : 0);
      for (Shard shard : scope) {
        progress.reached(new JobPosition(SHARDS, ++done, shards.size(), 0, shard.path()));
        scan(shard);
      }
      while (duplicates.nextPass()) {
        scanIdsAgain(scope);
      }
    }
    return tallies;
  }

  /** The groups of shards among which ids are unique. */
  private List<List<Shard>> scopes(List<Shard> shards) {
    if (content.rules().dedup() == DedupScope.GLOBAL) {
      return List.of(shards);
    }
    List<List<Shard>> scopes = new ArrayList<>();
    for (int i = 0; i < content.buckets().size(); i++) {
      int bucket = i;
      scopes.add(shards.stream().filter(shard -> shard.bucket() == bucket).toList());
    }
    return scopes;
  }

  private static long listedRows(Shard shard) {
    return shard.listed().map(FilePart::rows).orElse(0L);
  }

  private void scan(Shard shard) throws InterruptedException {
    BucketTally tally = tallies.get(shard.bucket());
    long rows = listedRows(shard);
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

  private Path file(Shard shard) {
    return options.output().resolve(shard.path());
  }

  private void checkBytes(Shard shard) throws IOException {
    if (shard.listed().isEmpty() || !findings.wants(Check.FILES)) {
      return;
    }
    FilePart listed = shard.listed().get();
    if (shard.bytes() != listed.bytes()) {
      findings.violation(
          Check.FILES,
          shard.path(),
          "has %,d bytes, but %,d in its manifest".formatted(shard.bytes(), listed.bytes()));
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

  private long read(Shard shard, BucketTally tally) throws IOException, InterruptedException {
    ParquetSource source =
        ParquetSource.open(file(shard), content.shardMapping().orElseThrow(), FieldRules.OF_SHARDS);
    Optional<FilePart> listed = shard.listed();
    if (listed.isPresent() && source.rows() != listed.get().rows()) {
      findings.violation(
          Check.FILES,
          shard.path(),
          "has %,d rows, but %,d in its manifest".formatted(source.rows(), listed.get().rows()));
    }
    source.read(
        row -> {
          tally.row(row.score(), row.textLength());
          records.check(shard, row, tally);
        });
    return source.rows();
  }

  /** Reads only ids, because reading texts would dominate the cost. */
  private void scanIdsAgain(List<Shard> scope) throws InterruptedException {
    ColumnMapping idsOnly = ColumnMapping.ofShard(List.of(ColumnRole.ID));
    for (Shard shard : scope) {
      BucketTally tally = tallies.get(shard.bucket());
      try {
        ParquetSource.open(file(shard), idsOnly)
            .read(
                row -> records.checkRepeated(shard, row.row(), row.requireId(file(shard)), tally));
      } catch (IOException e) {
        findings.unreadable(shard.path(), "cannot be read again: " + IoMessage.of(e));
      }
    }
  }
}
