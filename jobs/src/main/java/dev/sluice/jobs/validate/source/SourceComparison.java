package dev.sluice.jobs.validate.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Counters;
import dev.sluice.core.DedupScope;
import dev.sluice.core.Digests;
import dev.sluice.core.Outcome;
import dev.sluice.core.RowFlag;
import dev.sluice.core.ScoreBuckets;
import dev.sluice.core.Verdict;
import dev.sluice.core.work.FileTree;
import dev.sluice.jobs.validate.output.KeyTable;
import dev.sluice.jobs.validate.output.SealedOutput.SealedShard;
import dev.sluice.jobs.validate.report.Check;
import dev.sluice.jobs.validate.report.Findings;
import dev.sluice.jobs.validate.report.NearDuplicateProof;
import dev.sluice.jobs.validate.report.ValidateOptions;
import dev.sluice.jobs.validate.source.PassingRows.PassingRowConsumer;
import dev.sluice.jobs.validate.source.SourceJudge.RowJudgement;
import dev.sluice.neardup.EvidenceFile;
import dev.sluice.neardup.EvidenceFiles;
import dev.sluice.neardup.SignatureDirectory;
import dev.sluice.settings.load.ContentConfiguration;
import dev.sluice.storage.IoMessage;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.source.ScaledRow;
import dev.sluice.storage.source.SourceRow;
import dev.sluice.storage.takedown.NamedRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Recomputes the output from its source. It judges every row by the documented order of rules,
 * counts it, and looks for each kept document in the shards by id, bucket, dump, score, text and
 * carried columns. Where units were not ingested one after another, any of several copies of a
 * document may have been kept: documents that differ from the first copy are then looked for among
 * the other copies in the source.
 *
 * <p>Memory: the memory of {@link KeptDocuments}, within the limit of the options (if there are
 * more documents, source and output are read in several passes); about 100 MiB at most for other
 * copies; and with near-deduplication, the memory of {@link MatcherReplay} and {@link TextProof}.
 * Not thread-safe.
 */
public final class SourceComparison {
  /**
   * Maximum number of copies that are looked for in the source; further copies are reported as
   * violations.
   */
  private static final int MOST_COPIES = 500_000;

  private static final Set<Outcome> BEFORE_FLAGS =
      EnumSet.of(Outcome.MISSING_SCORE, Outcome.INVALID_SCORE, Outcome.EMPTY_TEXT);

  private final Path output;
  private final ValidateOptions options;
  private final long documents;
  private final EvidenceFiles evidence;
  private final ContentConfiguration content;
  private final List<SealedShard> shards;
  private final SourceReader source;
  private final long[] marks; // of the steps
  private final Findings findings;
  private final SourceJudge judge;
  private final PassingRows rows;
  private final KeptDocuments.Fingerprints fingerprints;
  private final KeptDocuments kept;
  private final NamedRows named;
  private final Counters counters = new Counters();
  private final boolean inTurn;
  private final Map<KeyTable.IdKey, Copy> copies = new HashMap<>();
  private Optional<SourceDecisions> decisions = Optional.empty();
  private Optional<NearDuplicateProof> proof = Optional.empty();
  private int step;
  private long position;

  /** A row of a shard that differs from the first copy of its document. */
  private record Copy(long fingerprint, String shard, long row) {}

  /**
   * @param options the options, which limit the memory
   * @param content the configuration, whose operators this program must have
   * @param documents approximate number of documents that deduplication keeps
   * @param evidence of near-deduplication, without files that cannot be read
   * @param inTurn whether each unit was read before the next one
   * @param named the rows that take-downs name
   */
  public SourceComparison(
      ValidateOptions options,
      ContentConfiguration content,
      List<SealedShard> shards,
      long documents,
      EvidenceFiles evidence,
      SourceReader source,
      boolean inTurn,
      NamedRows named,
      Findings findings) {
    this.named = named;
    this.inTurn = inTurn;
    this.output = options.output();
    this.options = options;
    this.documents = documents;
    this.evidence = evidence;
    this.content = content;
    this.shards = shards;
    this.source = source;
    this.marks = source.steps().stream().mapToLong(read -> mark(read.reads())).toArray();
    this.findings = findings;
    this.judge = new SourceJudge(content.rules(), content.operatorRule(options.operators()));
    this.rows = new PassingRows(source, judge);
    DedupScope scope = content.rules().dedup();
    this.fingerprints = new KeptDocuments.Fingerprints(scope);
    this.kept = new KeptDocuments(scope, documents, options.memoryBytes());
  }

  /** Compares the output with the source, and returns the counters recomputed from the source. */
  public Counters compare() throws IOException, InterruptedException {
    if (content.nearDedup().isPresent()) {
      decisions = Optional.of(proved());
    }
    for (int pass = 0; pass < kept.passes(); pass++) {
      kept.begin(pass);
      boolean first = pass == 0;
      for (step = 0; step < source.steps().size(); step++) {
        take(first);
      }
      for (SealedShard shard : shards) {
        strikeOff(shard);
      }
      findCopies();
      nameMissing();
    }
    return counters;
  }

  /** Decides again which documents are near-duplicates, and proves it by their texts. */
  private SourceDecisions proved() throws IOException, InterruptedException {
    Files.createDirectories(options.workDirectory());
    Path temporary = Files.createTempDirectory(options.workDirectory(), "sluice-validate-");
    try {
      SourceDecisions decided =
          new MatcherReplay(
                  content,
                  judge,
                  rows,
                  documents,
                  options.memoryBytes(),
                  evidence,
                  keptGroups(),
                  temporary,
                  findings)
              .decide();
      proof =
          Optional.of(
              new TextProof(
                      content.nearDedup().get().threshold(),
                      judge,
                      rows,
                      evidence,
                      named,
                      options,
                      temporary.resolve("texts"))
                  .prove(findings));
      return decided;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } finally {
      FileTree.deleteAll(temporary);
    }
  }

  /** Returns the groups that each unit has kept, and reports those that cannot be read. */
  private Map<String, List<String>> keptGroups() {
    SignatureDirectory signatures = SignatureDirectory.ofOutput(output);
    Map<String, List<String>> kept = new HashMap<>();
    try {
      kept.putAll(signatures.forgotten());
      for (SourceStep step : source.steps()) {
        keptGroups(step.reads(), signatures)
            .ifPresent(groups -> kept.putIfAbsent(step.reads(), groups));
      }
    } catch (IOException e) {
      findings.violation(
          Check.SOURCE,
          "signatures",
          "the groups that units have kept cannot be read: " + IoMessage.of(e));
    }
    return kept;
  }

  /** Of an output that was copied without signatures, the evidence has the groups, too. */
  private Optional<List<String>> keptGroups(String unit, SignatureDirectory signatures)
      throws IOException {
    Optional<List<String>> groups = signatures.keptGroups(unit);
    Optional<Path> copy = groups.isPresent() ? Optional.empty() : evidence.ofUnit(unit);
    return copy.isPresent() ? Optional.of(EvidenceFile.keptGroups(copy.get())) : groups;
  }

  /**
   * Returns the result of comparing the texts of removed near-duplicates, or empty if
   * near-deduplication is off.
   */
  public Optional<NearDuplicateProof> proof() {
    return proof;
  }

  private void take(boolean firstPass) throws InterruptedException {
    SourceStep taken = source.steps().get(step);
    if (taken.isOfOutput()) {
      position = 0;
      source.read((SourceStep.Read) taken, row -> expect(row, firstPass));
    } else if (decisions.isEmpty()) { // otherwise it is known what a forgotten unit has removed
      rows.read(
          step,
          ofThisPass(
              (at, row, key, judged) ->
                  kept.expect(key, fingerprint(row, judged) ^ marks[at.step])));
      rows.readForgotten(
          step,
          ofThisPass(
              (at, row, key, judged) ->
                  kept.forget(key, fingerprint(row, judged) ^ marks[at.step])));
    }
  }

  /** Receives the rows of a pass that satisfy all rules before deduplication. */
  @FunctionalInterface
  private interface PassedRowConsumer {
    void accept(RowPlace at, ScaledRow row, KeyTable.IdKey key, RowJudgement judgement)
        throws IOException;
  }

  /** A position among the passing rows of a step. */
  private record RowPlace(int step, long position) {}

  private PassingRowConsumer ofThisPass(PassedRowConsumer consumer) {
    return (reading, at, row, verdict) -> {
      if (isOfThisPass(row, verdict)) {
        RowJudgement judgement = judge.judge(row, verdict);
        if (judgement.passes()) {
          consumer.accept(new RowPlace(reading, at), row, key(row, verdict), judgement);
        }
      }
    };
  }

  private void expect(ScaledRow row, boolean firstPass) throws IOException {
    if (!row.row().passesFilter()) {
      if (firstPass) {
        count(row, ScoreBuckets.NONE, Counters.ROWS);
        count(row, ScoreBuckets.NONE, Outcome.FILTERED_OUT.key());
      }
      return;
    }
    Verdict verdict = judge.verdict(row);
    long at = verdict.passes() ? position++ : position;
    if (!firstPass && !isOfThisPass(row, verdict)) {
      return;
    }
    RowJudgement judgement = judge.judge(row, verdict);
    if (firstPass) {
      countRow(row, judgement);
    }
    if (judgement.passes() && isOfThisPass(row, verdict)) {
      count(row, verdict.bucket(), expect(row, verdict, judgement, at).key());
    }
  }

  /** Expects a row in a shard, unless it is removed. */
  private Outcome expect(ScaledRow row, Verdict verdict, RowJudgement judgement, long at)
      throws IOException {
    Outcome decided = decided(new RowPlace(step, at), row);
    if (decided != Outcome.KEPT) {
      return decided;
    }
    if (isNamed(row, judgement)) {
      return kept.takeDown(key(row, verdict)) ? Outcome.TAKEN_DOWN : Outcome.DUPLICATES_REMOVED;
    }
    return kept.expect(key(row, verdict), fingerprint(row, judgement))
        ? Outcome.KEPT
        : Outcome.DUPLICATES_REMOVED;
  }

  private boolean isNamed(ScaledRow row, RowJudgement judgement) throws IOException {
    return named.kind(row.row(), row.id(), judgement.text()).isPresent();
  }

  /**
   * Returns the decision of near-deduplication. Without near-deduplication, each row is kept at
   * this point.
   */
  private Outcome decided(RowPlace at, ScaledRow row) {
    if (decisions.isEmpty()) {
      return Outcome.KEPT;
    }
    return decisions.get().isRepeated(at.step, at.position)
        ? Outcome.DUPLICATES_REMOVED
        : decisions.get().outcome(source.steps().get(at.step).reads(), row.file(), row.row().row());
  }

  /**
   * Returns a number that distinguishes copies in a forgotten unit from copies in other units,
   * which stay.
   */
  private static long mark(String unit) {
    return ByteBuffer.wrap(Digests.md5().digest(unit.getBytes(UTF_8))).getLong();
  }

  private boolean isOfThisPass(ScaledRow row, Verdict verdict) {
    return verdict.passes() && kept.isOfThisPass(key(row, verdict));
  }

  private KeyTable.IdKey key(ScaledRow row, Verdict verdict) {
    return fingerprints.key(verdict.bucket(), row.id());
  }

  private void countRow(ScaledRow row, RowJudgement judgement) {
    count(row, ScoreBuckets.NONE, Counters.ROWS);
    if (row.row().defect().isEmpty() && !BEFORE_FLAGS.contains(judgement.outcome())) {
      if (!row.row().hasId()) {
        count(row, ScoreBuckets.NONE, RowFlag.MISSING_ID.key());
      }
      if (row.isShort()) {
        count(row, ScoreBuckets.NONE, RowFlag.SHORT_TEXT.key());
      }
    }
    boolean invalid = judgement.outcome() == Outcome.INVALID_SCORE;
    if (invalid && row.score() > content.rules().maxScore()) {
      count(row, ScoreBuckets.NONE, RowFlag.SCORE_ABOVE_MAX.key());
    }
    if (!judgement.passes()) {
      count(row, judgement.bucket(), judgement.outcome().key());
    }
    if (!judgement.reason().isEmpty()) {
      String name = Counters.detail(judgement.outcome(), judgement.reason());
      count(row, judgement.bucket(), name);
    }
  }

  private void count(ScaledRow row, int bucket, String name) {
    String place =
        bucket == ScoreBuckets.NONE ? Counters.NO_BUCKET : content.buckets().get(bucket).name();
    counters.add(new Counters.Key(row.row().dump(), place, name), 1);
  }

  private long fingerprint(ScaledRow row, RowJudgement judgement) throws IOException {
    String dump = content.byDump() ? row.row().dump() : "";
    return fingerprints.of(
        judgement.bucket(), dump, row.score(), judgement.text(), row.row().columns());
  }

  private void strikeOff(SealedShard shard) throws InterruptedException {
    try {
      ParquetSource.open(output.resolve(shard.path()), content.shardMapping().orElseThrow())
          .read(row -> strikeOff(shard, row));
    } catch (IOException e) {
      findings.violation(Check.SOURCE, shard.path(), "cannot be read: " + e.getMessage());
    }
  }

  private void strikeOff(SealedShard shard, SourceRow row) throws IOException {
    KeyTable.IdKey key = fingerprints.key(shard.bucket(), row.id());
    if (!kept.isOfThisPass(key)) {
      return;
    }
    ByteBuffer text = ByteBuffer.wrap(row.textBytes(), row.textOffset(), row.textLength());
    long fingerprint =
        fingerprints.of(shard.bucket(), shard.dump(), row.score(), text, row.columns());
    switch (kept.strike(key, fingerprint)) {
      case UNEXPECTED ->
          findings.violation(
              Check.SOURCE,
              shard.path(),
              row.row(),
              "the source and the rules do not produce this document");
      case DIFFERENT -> {
        Copy copy = new Copy(fingerprint, shard.path(), row.row());
        if (inTurn || copies.size() == MOST_COPIES) {
          tell(copy);
        } else {
          copies.put(key, copy);
        }
      }
      case SAME -> {}
    }
  }

  private void tell(Copy copy) {
    findings.violation(
        Check.SOURCE,
        copy.shard,
        copy.row,
        "its bucket, dump, score, text or carried columns differ from those of the copy that the"
            + " rules keep");
  }

  /**
   * Takes the documents that differ from their first copies, and looks for them among the other
   * copies in the source.
   */
  private void findCopies() throws InterruptedException {
    if (copies.isEmpty()) {
      return;
    }
    readOutput(
        (at, row, key, judged) -> {
          if (copies.containsKey(key) && copies.get(key).fingerprint == fingerprint(row, judged)) {
            copies.remove(key);
          }
        });
    copies.values().forEach(this::tell);
    copies.clear();
  }

  /** Reads the units that the output contains again. */
  private void readOutput(PassedRowConsumer consumer) throws InterruptedException {
    for (int reading = 0; reading < source.steps().size(); reading++) {
      if (source.steps().get(reading).isOfOutput()) {
        rows.read(reading, ofThisPass(consumer));
      }
    }
  }

  /** Reads the source again to name missing documents. */
  private void nameMissing() throws InterruptedException {
    if (kept.left() == 0) {
      return;
    }
    readOutput(
        (at, row, key, judged) -> {
          boolean isKept = decided(at, row) == Outcome.KEPT && !isNamed(row, judged);
          if (isKept && kept.strikeMissing(key)) {
            tellMissing(row, judged);
          }
        });
    findings.unnamed(Check.SOURCE, kept.left());
  }

  private void tellMissing(ScaledRow row, RowJudgement judgement) {
    findings.violation(
        Check.SOURCE,
        row.file(),
        row.row().row(),
        "should be kept in bucket %s of dump %s, but is not in the output"
            .formatted(content.buckets().get(judgement.bucket()).name(), row.row().dump()));
  }
}
