package dev.sluice.jobs.validate.source;

import dev.sluice.core.DedupScope;
import dev.sluice.core.Outcome;
import dev.sluice.core.Verdict;
import dev.sluice.jobs.validate.output.KeyTable;
import dev.sluice.jobs.validate.output.SeenKeys;
import dev.sluice.jobs.validate.source.SourceJudge.RowJudgement;
import dev.sluice.operators.minhash.BandSigner;
import dev.sluice.operators.minhash.NearDedup;
import dev.sluice.settings.load.ContentConfiguration;
import dev.sluice.storage.source.ScaledRow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Decides again which documents deduplication and near-deduplication remove. Reads the source in
 * order, signs each document that exact deduplication keeps, and looks for the first document with
 * each of its keys.
 *
 * <p>Units are read in the order in which they ended, which cut records contain. With
 * near-deduplication, units are ingested one after another, so this is also the order in which they
 * began. Documents that a unit lost to a unit that was forgotten later stay removed. If the first
 * document with a key was in a forgotten unit, the next document with this key that is read after
 * the reset counts as the first one.
 *
 * <p>Memory: first the memory of {@link KeptDocuments}, then that of {@link SeenKeys}, each up to a
 * limit beyond which the source is read several times; and {@link SourceDecisions}. Not
 * thread-safe.
 */
final class NearDuplicateReplay {
  private static final int POSITION_BITS = 44;

  private final DedupScope scope;
  private final NearDedup rule;
  private final SourceJudge judge;
  private final PassingRows rows;
  private final long documents;
  private final long memoryBytes;
  private final BandSigner signer;
  private final long[] keys;
  private final byte[] sketch;

  /**
   * @param content the configuration, with near-deduplication
   * @param documents approximate number of documents that exact deduplication keeps
   */
  NearDuplicateReplay(
      ContentConfiguration content,
      SourceJudge judge,
      PassingRows rows,
      long documents,
      long memoryBytes) {
    this.scope = content.rules().dedup();
    this.rule = content.nearDedup().orElseThrow();
    this.judge = judge;
    this.rows = rows;
    this.documents = documents;
    this.memoryBytes = memoryBytes;
    this.signer = rule.keys().signer();
    this.keys = new long[rule.bands()];
    this.sketch = new byte[rule.sketchBytes()];
  }

  SourceDecisions decide() throws InterruptedException {
    SourceDecisions decisions = new SourceDecisions(rows.steps().size());
    if (scope != DedupScope.NONE) {
      findRepeated(decisions);
    }
    findSimilar(decisions);
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

  private void findSimilar(SourceDecisions decisions) throws InterruptedException {
    SeenKeys seen = new SeenKeys(documents * rule.bands(), memoryBytes, rule.check());
    for (int part = 0; part < seen.parts(); part++) {
      seen.begin(part);
      for (int step = 0; step < rows.steps().size(); step++) {
        rows.read(
            step,
            (at, position, row, verdict) -> {
              int count = decisions.isRepeated(at, position) ? 0 : sign(row, verdict);
              for (int band = 0; band < count; band++) {
                if (seen.add(band, keys[band], at, sketch)) {
                  decisions.setSimilar(at, position);
                }
              }
            });
        rows.readForgotten(
            step,
            (at, position, row, verdict) -> {
              int count = decisions.isRepeated(at, position) ? 0 : sign(row, verdict);
              for (int band = 0; band < count; band++) {
                seen.remove(band, keys[band], at);
              }
            });
      }
    }
  }

  /**
   * Computes the keys of a row. Returns their number, which is 0 if operators drop or reject the
   * row.
   */
  private int sign(ScaledRow row, Verdict verdict) throws IOException {
    RowJudgement judgement = judge.judge(row, verdict);
    if (!judgement.passes()) {
      return 0;
    }
    ByteBuffer text = judgement.text();
    return rule.sign(
        signer,
        text.array(),
        text.arrayOffset() + text.position(),
        text.remaining(),
        row.row().dump(),
        keys,
        sketch);
  }

  /**
   * The decisions of deduplication and near-deduplication about the rows that pass all rules. A row
   * is identified by the step that reads it and by its position, from 0, among the rows of the step
   * that pass the rules without operators. There are no decisions about rows that operators drop or
   * reject.
   *
   * <p>Memory: two bits for each position. Not thread-safe.
   */
  static final class SourceDecisions {
    private final List<Positions> repeated = new ArrayList<>();
    private final List<Positions> similar = new ArrayList<>();

    /**
     * A set of positions. It consists of several bit sets, because one cannot hold positions from
     * 2^31 on.
     */
    private static final class Positions {
      private static final int BITS = 30;

      private final List<BitSet> parts = new ArrayList<>();

      void add(long position) {
        while (parts.size() <= position >> BITS) {
          parts.add(new BitSet());
        }
        parts.get((int) (position >> BITS)).set(bit(position));
      }

      boolean contains(long position) {
        return position >> BITS < parts.size()
            && parts.get((int) (position >> BITS)).get(bit(position));
      }

      private static int bit(long position) {
        return (int) (position & (1 << BITS) - 1);
      }
    }

    SourceDecisions(int steps) {
      for (int step = 0; step < steps; step++) {
        repeated.add(new Positions());
        similar.add(new Positions());
      }
    }

    /** Marks a row whose id is the id of another kept document. */
    void setRepeated(int step, long position) {
      repeated.get(step).add(position);
    }

    boolean isRepeated(int step, long position) {
      return repeated.get(step).contains(position);
    }

    /** Marks a row that shares a key with an earlier document in scope. */
    void setSimilar(int step, long position) {
      similar.get(step).add(position);
    }

    /** Returns the outcome of a row that passed all rules. */
    Outcome outcome(int step, long position) {
      if (isRepeated(step, position)) {
        return Outcome.DUPLICATES_REMOVED;
      }
      return similar.get(step).contains(position) ? Outcome.NEAR_DUPLICATES_REMOVED : Outcome.KEPT;
    }
  }
}
