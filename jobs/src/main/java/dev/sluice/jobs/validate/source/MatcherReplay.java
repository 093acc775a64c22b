package dev.sluice.jobs.validate.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.algorithms.neardup.Signature;
import dev.sluice.core.DedupScope;
import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.Verdict;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.validate.output.EvidenceComparison;
import dev.sluice.jobs.validate.output.KeyTable;
import dev.sluice.jobs.validate.report.Check;
import dev.sluice.jobs.validate.report.Findings;
import dev.sluice.jobs.validate.source.SourceJudge.RowJudgement;
import dev.sluice.neardup.DocumentOrigin;
import dev.sluice.neardup.EvidenceFiles;
import dev.sluice.neardup.Frontier;
import dev.sluice.neardup.Guard;
import dev.sluice.neardup.GuardDecisions;
import dev.sluice.neardup.Matcher;
import dev.sluice.neardup.SignatureBatch;
import dev.sluice.neardup.SignatureDirectory;
import dev.sluice.neardup.SignatureFooter.Position;
import dev.sluice.neardup.SignatureStore;
import dev.sluice.operators.neardup.NearDedup;
import dev.sluice.operators.neardup.TextSigner;
import dev.sluice.settings.load.ContentConfiguration;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.source.ScaledRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides again which documents deduplication and near-deduplication remove. It reads the source in
 * order, signs each document that exact deduplication keeps, runs the matcher in a temporary
 * directory, and compares its evidence with that of the output.
 *
 * <p>Units are read in the order in which they ended, which cut records contain. With
 * near-deduplication, units are ingested one after another, so this is also the order in which they
 * began. Documents that a unit lost to a unit that was forgotten later stay removed.
 *
 * <p>Memory: first that of {@link KeptDocuments}, then a batch of signatures, each up to a limit;
 * and {@link SourceDecisions}. Temporary space: some 250 bytes a document. Not thread-safe.
 */
final class MatcherReplay {
  private static final int POSITION_BITS = 44;

  private final DedupScope scope;
  private final ContentConfiguration content;
  private final NearDedup rule;
  private final SourceJudge judge;
  private final PassingRows rows;
  private final long documents;
  private final long memoryBytes;
  private final EvidenceFiles evidence;
  private final Map<String, List<String>> keptGroups;
  private final Path temporary;
  private final Findings findings;
  private final TextSigner signer = new TextSigner();
  private SignatureStore store;
  private Matcher matcher;
  private SignatureBatch batch;

  /**
   * @param content the configuration, with near-deduplication
   * @param documents approximate number of documents that exact deduplication keeps
   * @param evidence of the output, without files that cannot be read
   * @param keptGroups of units, groups from which only copies were removed
   * @param temporary an empty directory
   */
  MatcherReplay(
      ContentConfiguration content,
      SourceJudge judge,
      PassingRows rows,
      long documents,
      long memoryBytes,
      EvidenceFiles evidence,
      Map<String, List<String>> keptGroups,
      Path temporary,
      Findings findings) {
    this.scope = content.rules().dedup();
    this.content = content;
    this.rule = content.nearDedup().orElseThrow();
    this.judge = judge;
    this.rows = rows;
    this.documents = documents;
    this.memoryBytes = memoryBytes;
    this.evidence = evidence;
    this.keptGroups = keptGroups;
    this.temporary = temporary;
    this.findings = findings;
  }

  /** Decides all rows of the source. */
  SourceDecisions decide() throws IOException, InterruptedException {
    SourceDecisions decisions = new SourceDecisions(rows.steps().size());
    if (scope != DedupScope.NONE) {
      findRepeated(decisions);
    }
    match(decisions);
    return decisions;
  }

  /**
   * Finds repeated ids. The first copy of an id in its scope is kept. If the unit of the kept copy
   * is forgotten, the first copy after that is kept, too.
   */
  private void findRepeated(SourceDecisions decisions) throws InterruptedException {
    KeptDocuments kept = new KeptDocuments(scope, documents, memoryBytes);
    KeptDocuments.Fingerprints fingerprints = new KeptDocuments.Fingerprints(scope);
    for (int pass = 0; pass < kept.passes(); pass++) {
      kept.begin(pass);
      for (int step = 0; step < rows.steps().size(); step++) {
        rows.read(
            step,
            (at, position, row, verdict) -> {
              KeyTable.IdKey key = fingerprints.key(verdict.bucket(), row.id());
              boolean repeated =
                  kept.isOfThisPass(key)
                      && judge.judge(row, verdict).passes()
                      && !kept.expect(key, name(at, position));
              if (repeated) {
                decisions.setRepeated(at, position);
              }
            });
        rows.readForgotten(
            step,
            (at, position, row, verdict) -> {
              KeyTable.IdKey key = fingerprints.key(verdict.bucket(), row.id());
              if (kept.isOfThisPass(key)) {
                kept.forget(key, name(at, position));
              }
            });
      }
    }
  }

  /** Returns a number that identifies a row. */
  private static long name(int step, long position) {
    return (long) step << POSITION_BITS | position;
  }

  private void match(SourceDecisions decisions) throws IOException, InterruptedException {
    Path signatures = temporary.resolve("signatures");
    Publication publication = new Publication(temporary.resolve("tmp"));
    try (SignatureStore opened = SignatureStore.open(signatures, publication);
        WorkerPool pool = new WorkerPool("replay", Runtime.getRuntime().availableProcessors())) {
      store = opened;
      matcher = new Matcher(store, pool, rule::compare);
      for (int step = 0; step < rows.steps().size(); step++) {
        if (rows.steps().get(step) instanceof SourceStep.Forget forget) {
          List<String> units = forget.units().stream().map(ForgottenUnit::unit).toList();
          store.forget("reset " + step, units, "", 0);
        } else {
          match(step, decisions);
        }
      }
    }
    compare(new SignatureDirectory(signatures), decisions);
  }

  private void match(int step, SourceDecisions decisions) throws IOException, InterruptedException {
    SourceStep.Read read = (SourceStep.Read) rows.steps().get(step);
    String unit = read.unit().id();
    Guard guard = new Guard(1, GuardDecisions.keeping(keptGroups.getOrDefault(unit, List.of())));
    batch = newBatch();
    try {
      rows.read(
          step,
          (at, position, row, verdict) -> {
            if (!decisions.isRepeated(at, position)) {
              add(row, verdict, unit, guard);
            }
          });
      decide(unit, end(read), guard);
    } finally {
      batch.close();
    }
  }

  private static Frontier end(SourceStep.Read read) {
    SourceStep.Part part = read.part();
    return part.toFile() < read.unit().inputs().size()
        ? new Frontier(read.unit().inputs().get(part.toFile()), part.toRow(), false)
        : Frontier.END;
  }

  private SignatureBatch newBatch() throws IOException {
    return new SignatureBatch(temporary.resolve("batch"), TextSigner.KEYS);
  }

  private void add(ScaledRow row, Verdict verdict, String unit, Guard guard) throws IOException {
    RowJudgement judgement = judge.judge(row, verdict);
    if (!judgement.passes()) {
      return;
    }
    ByteBuffer text = judgement.text();
    String dump = row.row().dump();
    int offset = text.arrayOffset() + text.position();
    Signature signature = signer.sign(text.array(), offset, text.remaining(), rule.salt(dump));
    String bucket = content.buckets().get(judgement.bucket()).name();
    String id = new String(row.id(), UTF_8);
    add(new DocumentOrigin(row.file(), row.row().row(), id, dump, bucket), signature, unit, guard);
  }

  private void add(DocumentOrigin origin, Signature signature, String unit, Guard guard) {
    try {
      batch.add(origin, signature);
      if (batch.bytes() > memoryBytes) {
        decide(unit, new Frontier(origin.file(), origin.row() + 1, false), guard);
        batch.close();
        batch = newBatch();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // not of the source
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the reader of the source looks
    }
  }

  private void decide(String unit, Frontier frontier, Guard guard)
      throws IOException, InterruptedException {
    Position position = new Position(unit, frontier, "", 0);
    matcher.decide(batch, batch.inOrderOfArrival(), position, guard);
  }

  /** Notes what is removed from units of the output, and compares their evidence. */
  private void compare(SignatureDirectory decided, SourceDecisions decisions) throws IOException {
    Set<String> units = new LinkedHashSet<>();
    rows.steps().stream().filter(SourceStep::isOfOutput).map(SourceStep::reads).forEach(units::add);
    for (String unit : units) {
      decided.matches(
          unit,
          match -> {
            if (match.isRemoval()) {
              decisions.setRemoved(unit, match.document().file(), match.document().row());
            }
          });
      Optional<Path> given = evidence.ofUnit(unit);
      if (given.isPresent()) {
        EvidenceComparison.difference(given.get(), unit, Optional.of(decided), match -> {})
            .ifPresent(difference -> report(unit, given.get(), difference));
      }
    }
  }

  private void report(String unit, Path file, String difference) {
    findings.violation(
        Check.SOURCE,
        EvidenceFiles.relative(file),
        "the evidence of unit %s differs from what the source and the rules produce: %s"
            .formatted(unit, difference));
  }
}
