package dev.sluice.jobs.validate;

import dev.sluice.core.Counters;
import dev.sluice.core.DedupScope;
import dev.sluice.core.Outcome;
import dev.sluice.jobs.text.DiskRoom;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.validate.output.CounterCheck;
import dev.sluice.jobs.validate.output.CounterComparison;
import dev.sluice.jobs.validate.output.DatasetRecords;
import dev.sluice.jobs.validate.output.EvidenceCheck;
import dev.sluice.jobs.validate.output.Explanation;
import dev.sluice.jobs.validate.output.ManifestSet;
import dev.sluice.jobs.validate.output.OtherOutput;
import dev.sluice.jobs.validate.output.SealedOutput;
import dev.sluice.jobs.validate.output.SealedOutput.SealedShard;
import dev.sluice.jobs.validate.output.ShardListing;
import dev.sluice.jobs.validate.output.ShardScan;
import dev.sluice.jobs.validate.report.BucketSummary;
import dev.sluice.jobs.validate.report.Check;
import dev.sluice.jobs.validate.report.Findings;
import dev.sluice.jobs.validate.report.NearDuplicateProof;
import dev.sluice.jobs.validate.report.ValidateOptions;
import dev.sluice.jobs.validate.report.ValidationReport;
import dev.sluice.jobs.validate.source.SourceComparison;
import dev.sluice.jobs.validate.source.SourceHistory;
import dev.sluice.jobs.validate.source.SourceReader;
import dev.sluice.jobs.validate.source.SourceStep;
import dev.sluice.neardup.EvidenceFiles;
import dev.sluice.settings.load.ContentConfiguration;
import dev.sluice.storage.IoMessage;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.takedown.NamedRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Validates an output. It compares shards with manifests, manifests with each other and, if the
 * source is available, everything with an independent recomputation. Can also compare the shards
 * with those of another output.
 *
 * <p>Only reads. Works on the calling thread and can be interrupted. Memory: a row group, the
 * manifests, and a table of ids within {@link ValidateOptions#memoryBytes}: 18 bytes for each
 * document of a bucket, or 36 for each document of the output when comparing with the source.
 */
public final class Validator {
  /** Temporary space for a document, as files of signatures take while they are merged. */
  private static final int SIGNATURE_BYTES = 300;

  private final ValidateOptions options;
  private final JobProgress progress;
  private final Findings findings;
  private Optional<NearDuplicateProof> proof = Optional.empty();

  private Validator(ValidateOptions options, JobProgress progress) {
    this.options = options;
    this.progress = progress;
    this.findings = new Findings(options.checks());
  }

  /**
   * Runs the validation.
   *
   * @throws JobRefusedException if output or source is not a directory, the output contains nothing
   *     that Sluice wrote, the record of the other output cannot be used, the scores that are to be
   *     compared with the source cannot be computed again, or the disk of the work directory has
   *     too little space
   * @throws IOException if directories or records cannot be read; an unreadable shard or source
   *     file is a violation
   * @throws InterruptedException if interrupted
   */
  public static ValidationReport validate(ValidateOptions options, JobProgress progress)
      throws IOException, InterruptedException {
    return new Validator(options, progress).run();
  }

  /**
   * Explains what became of the documents with an id. It uses the evidence of near-deduplication.
   *
   * @param options the options; with a source, texts are shown, too
   * @throws JobRefusedException if there is no output, it was made without near-deduplication, or
   *     its evidence does not have the id
   * @throws IOException if a file cannot be read
   */
  public static Explanation explain(ValidateOptions options, String id)
      throws IOException, InterruptedException {
    SealedOutput output = SealedOutput.open(options.output());
    if (output.content().nearDedup().isEmpty()) {
      throw new JobRefusedException(
          "--explain cannot be used with %s: it was made without near-deduplication (near-dedup.method)"
              .formatted(options.output()));
    }
    Explanation explanation = Explanation.of(output, id, options.source());
    if (explanation.isEmpty()) {
      throw new JobRefusedException(
          "--explain %s: near-deduplication has removed no document with this id, and no near-duplicate of one. The document was kept, it is not in the input, or another rule has dropped it. A row without an id has the id FILE#ROW, with FILE relative to the input"
              .formatted(id));
    }
    return explanation;
  }

  private ValidationReport run() throws IOException, InterruptedException {
    checkDirectories();
    Optional<OtherOutput> other = other();
    ManifestSet manifests = ManifestSet.read(options.output(), findings);
    if (manifests.isEmpty()) {
      findings.unreadable(
          ManifestSet.DIRECTORY,
          "has no manifests: nothing is sealed yet; wait until the command that writes the output"
              + " has ended");
      return report(Optional.empty(), List.of());
    }
    Optional<ContentConfiguration> content = content(manifests);
    return content.isPresent()
        ? check(new SealedOutput(options.output(), manifests, scored(content.get())), other)
        : report(Optional.empty(), List.of());
  }

  private void checkDirectories() {
    if (!Files.isDirectory(options.output())) {
      throw new JobRefusedException(options.output() + " is not a directory");
    }
    if (!Files.isDirectory(options.output().resolve(ManifestSet.DIRECTORY))) {
      throw new JobRefusedException(
          "%s is not an output of Sluice, or nothing in it is sealed yet: it has no directory %s"
              .formatted(options.output(), ManifestSet.DIRECTORY));
    }
    options
        .source()
        .filter(source -> !Files.isDirectory(source))
        .ifPresent(
            source -> {
              throw new JobRefusedException("--source " + source + " is not a directory");
            });
  }

  private Optional<OtherOutput> other() {
    if (options.like().isEmpty()) {
      return Optional.empty();
    }
    Path record = options.like().get();
    try {
      return Optional.of(OtherOutput.read(record));
    } catch (IOException e) {
      throw new JobRefusedException("--like " + record + " cannot be used: " + IoMessage.of(e));
    }
  }

  private Optional<ContentConfiguration> content(ManifestSet manifests) {
    try {
      return Optional.of(ContentConfiguration.of(manifests.content()));
    } catch (IllegalArgumentException e) {
      findings.unreadable(
          ManifestSet.path(manifests.dumps().get(0)),
          "its content configuration cannot be read: " + e.getMessage());
      return Optional.empty();
    }
  }

  /** Adds the model files of the output's scorer, which only a comparison with the source needs. */
  private ContentConfiguration scored(ContentConfiguration content) {
    if (options.source().isEmpty()) {
      return content;
    }
    try {
      return content.scoring(options.models());
    } catch (IllegalArgumentException e) {
      throw new JobRefusedException(
          "the scores of %s cannot be recomputed: %s; specify the file of the original model with --model FILE, and that of its tokenizer, if any, with --tokenizer FILE"
              .formatted(options.output(), e.getMessage()));
    }
  }

  private ValidationReport check(SealedOutput output, Optional<OtherOutput> other)
      throws IOException, InterruptedException {
    ManifestSet manifests = output.manifests();
    ContentConfiguration content = output.content();
    List<SealedShard> shards = new ShardListing(output, findings).existing();
    CounterCheck counters = new CounterCheck(manifests, content, findings);
    counters.check();
    counters.checkSampling();
    DatasetRecords records = new DatasetRecords(output, findings);
    Optional<String> dataset = records.check();
    warnOfUnreadColumns(content);
    if (options.source().isPresent() && content.nearDedup().isPresent()) {
      requireDisk(manifests);
    }
    progress.plan(
        options.source().isPresent()
            ? List.of(ShardScan.SHARDS, SourceReader.SOURCE)
            : List.of(ShardScan.SHARDS));
    NamedRows named = output.named();
    List<ShardScan.BucketTally> tallies =
        new ShardScan(options, content, named, findings, progress).scan(shards);
    EvidenceFiles evidence =
        new EvidenceCheck(output, named, options.memoryBytes(), findings, progress).check(shards);
    other.ifPresent(like -> like.compare(manifests, findings));
    if (options.source().isPresent()) {
      compareWithSource(
          manifests, content, named, shards, evidence, anyCopy(content, records.inTurn()));
    }
    List<BucketSummary> buckets = new ArrayList<>();
    for (int i = 0; i < content.buckets().size(); i++) {
      buckets.add(
          tallies.get(i).summary(content.buckets().get(i), manifests, options.statistics()));
    }
    return report(dataset, buckets);
  }

  /** Requires the space for signatures, and for the texts of kept documents. */
  private void requireDisk(ManifestSet manifests) {
    long kept = manifests.total(Outcome.KEPT.key());
    long removed = manifests.total(Outcome.NEAR_DUPLICATES_REMOVED.key());
    long textBytes = manifests.listing().stream().mapToLong(DumpManifest::textBytes).sum();
    long proved = Math.min(kept, Math.min(removed, options.sample().orElse(removed)));
    long bytes = (kept + removed) * SIGNATURE_BYTES + proved * (textBytes / Math.max(1, kept));
    DiskRoom.real().requireTemporary(options.workDirectory(), bytes, "--work-dir");
  }

  private void warnOfUnreadColumns(ContentConfiguration content) {
    if (content.shardMapping().isEmpty() || !content.has(ColumnRole.ID)) {
      for (Check check : List.of(Check.SAMPLING, Check.DUPLICATES, Check.SCORES, Check.SOURCE)) {
        findings.warning(
            check,
            content.language(),
            "shards have only the columns %s: this check read no records"
                .formatted(content.columns()));
      }
    }
  }

  private void compareWithSource(
      ManifestSet manifests,
      ContentConfiguration content,
      NamedRows named,
      List<SealedShard> shards,
      EvidenceFiles evidence,
      Optional<DedupScope> anyCopy)
      throws IOException, InterruptedException {
    List<SourceStep> steps = SourceHistory.of(options.output(), manifests, content);
    SourceReader reader =
        new SourceReader(options.source().orElseThrow(), content, steps, findings, progress);
    boolean comparable = content.shardMapping().isPresent() && content.has(ColumnRole.ID);
    if (comparable && hasOperators(manifests, content) && reader.isComplete()) {
      long documents = documents(manifests, content, steps);
      SourceComparison comparison =
          new SourceComparison(
              options,
              content,
              shards,
              documents,
              evidence,
              reader,
              anyCopy.isEmpty(),
              named,
              findings);
      Counters recomputed = comparison.compare();
      proof = comparison.proof();
      new CounterComparison(findings, reader.repaired(), anyCopy)
          .compare(manifests.dumps(), recomputed);
    }
  }

  /**
   * Returns the scope of deduplication if units were read at the same time, so that any copy of a
   * document may have been kept.
   *
   * @param inTurn whether they were read one after another
   */
  private Optional<DedupScope> anyCopy(ContentConfiguration content, boolean inTurn) {
    DedupScope scope = content.rules().dedup();
    if (inTurn || scope == DedupScope.NONE) {
      return Optional.empty();
    }
    findings.warning(
        Check.SOURCE,
        ManifestSet.DIRECTORY,
        "units were read at the same time, so any of several documents with the same id may have"
            + " been kept: only the sums of kept and duplicates_removed were compared");
    return Optional.of(scope);
  }

  /**
   * Returns the number of documents that exact deduplication kept, including those of forgotten
   * units.
   */
  private long documents(
      ManifestSet manifests, ContentConfiguration content, List<SourceStep> steps)
      throws IOException {
    return content.buckets().stream()
        .mapToLong(
            bucket ->
                manifests.total(bucket.name(), Outcome.KEPT)
                    + manifests.total(bucket.name(), Outcome.NEAR_DUPLICATES_REMOVED)
                    + manifests.total(bucket.name(), Outcome.TAKEN_DOWN))
        .reduce(SourceHistory.forgottenDocuments(options.output(), steps), Long::sum);
  }

  /** Returns whether this program has the operators of the output. If not, reports this. */
  private boolean hasOperators(ManifestSet manifests, ContentConfiguration content) {
    try {
      content.operatorRule(options.operators());
      return true;
    } catch (IllegalArgumentException e) {
      findings.warning(
          Check.SOURCE,
          ManifestSet.path(manifests.dumps().get(0)),
          "nothing was compared, because the operators of this program differ from those of the"
              + " output: "
              + e.getMessage());
      return false;
    }
  }

  private ValidationReport report(Optional<String> dataset, List<BucketSummary> buckets) {
    return new ValidationReport(
        options.output(),
        dataset,
        buckets,
        proof,
        findings.results(),
        findings.violations(),
        findings.warnings());
  }
}
