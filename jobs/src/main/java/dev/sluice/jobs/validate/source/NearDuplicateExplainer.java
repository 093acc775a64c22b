package dev.sluice.jobs.validate.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.algorithms.neardup.ShingleSink;
import dev.sluice.algorithms.neardup.Similarity;
import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.Outcome;
import dev.sluice.core.Verdict;
import dev.sluice.jobs.validate.report.Explanation;
import dev.sluice.jobs.validate.report.ValidateOptions;
import dev.sluice.jobs.validate.source.SourceJudge.RowJudgement;
import dev.sluice.operators.minhash.BandKeys;
import dev.sluice.operators.minhash.BandSigner;
import dev.sluice.operators.minhash.NearDedup;
import dev.sluice.operators.shingle.Shingler;
import dev.sluice.settings.load.ContentConfiguration;
import dev.sluice.storage.source.ScaledRow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Explains what became of the documents with an id: finds the first documents that have the keys of
 * a removed document or, with a check, of a kept one. Reads the source twice more than {@link
 * NearDuplicateReplay} does.
 *
 * <p>Memory: the memory of the replay, and the texts of {@link Explanation#MOST_ROWS} rows. Not
 * thread-safe.
 */
public final class NearDuplicateExplainer {
  private final NearDedup rule;
  private final SourceReader source;
  private final SourceJudge judge;
  private final PassingRows rows;
  private final NearDuplicateReplay replay;
  private final BandSigner signer;
  private final long[] keys;
  private final byte[] sketch;
  private final List<Asked> asked = new ArrayList<>();
  private long position;

  /**
   * The signature of a text and the set of its shingles. Immutable. Memory: eight bytes for each
   * shingle.
   */
  private static final class SignedText {
    private final long[] rows;
    private final long[] set;

    /**
     * @param signer the signer, which must have signed this text last
     * @param text well-formed UTF-8, in an array
     */
    SignedText(BandKeys keys, BandSigner signer, ByteBuffer text) {
      this.rows = signer.rows().clone();
      Shingler shingler = keys.hashing().shingler(keys.unit(), keys.length());
      Collected collected = new Collected();
      long shingles =
          shingler.shingle(
              text.array(), text.arrayOffset() + text.position(), text.remaining(), collected);
      OptionalLong units = shingler.shortText();
      if (shingles == 0 && units.isPresent()) {
        collected.accept(new long[] {units.getAsLong() ^ BandSigner.SHORT}, 1);
      }
      int size = Similarity.sortedSet(collected.hashes, collected.count);
      this.set = Arrays.copyOf(collected.hashes, size);
    }

    /** Returns the fraction of rows that two signatures have in common. */
    double estimate(SignedText other) {
      return Similarity.estimate(rows, other.rows, rows.length);
    }

    /** Returns the exact Jaccard similarity of two sets of shingles. */
    double jaccard(SignedText other) {
      return Similarity.jaccard(set, set.length, other.set, other.set.length);
    }

    private static final class Collected implements ShingleSink {
      private long[] hashes = new long[1 << 10];
      private int count;

      @Override
      public void accept(long[] more, int added) {
        if (count + added > hashes.length) {
          hashes = Arrays.copyOf(hashes, Math.max(count + added, 2 * hashes.length));
        }
        System.arraycopy(more, 0, hashes, count, added);
        count += added;
      }
    }
  }

  /** A row with the requested id, for which similar earlier rows are searched. */
  private static final class Asked {
    private final int step;
    private final long position;
    private final Explanation.Place place;
    private final String outcome;
    private long[] keys = new long[0];
    private byte[] sketch = new byte[0];
    private Optional<SignedText> text = Optional.empty();
    private Found[] first = {};

    Asked(int step, long position, Explanation.Place place, String outcome) {
      this.step = step;
      this.position = position;
      this.place = place;
      this.outcome = outcome;
    }
  }

  /** The first document with a key. It can be forgotten by a reset. */
  private record Found(
      int step,
      Explanation.Place place,
      String outcome,
      boolean similar,
      double estimated,
      double jaccard) {}

  /**
   * @param options the options, which limit the memory
   * @param content the configuration with near-deduplication; this program must have its operators
   * @param documents approximate number of documents that exact deduplication keeps
   */
  public NearDuplicateExplainer(
      ValidateOptions options, ContentConfiguration content, long documents, SourceReader source) {
    this.rule = content.nearDedup().orElseThrow();
    this.source = source;
    this.judge = new SourceJudge(content.rules(), content.operatorRule(options.operators()));
    this.rows = new PassingRows(source, judge);
    this.replay = new NearDuplicateReplay(content, judge, rows, documents, options.memoryBytes());
    this.signer = rule.keys().signer();
    this.keys = new long[rule.bands()];
    this.sketch = new byte[rule.sketchBytes()];
  }

  /** Explains all rows with an id. The result is empty if the source has no such row. */
  public Explanation explain(String id) throws InterruptedException {
    NearDuplicateReplay.SourceDecisions decisions = replay.decide();
    byte[] bytes = id.getBytes(UTF_8);
    for (int step = 0; step < source.steps().size(); step++) {
      int reading = step;
      position = 0;
      SourceStep taken = source.steps().get(step);
      if (taken instanceof SourceStep.Read read) {
        source.read(read, row -> find(bytes, reading, row, decisions));
      }
    }
    findEarlier(decisions);
    return new Explanation(id, asked.stream().map(this::explained).toList());
  }

  private void find(
      byte[] id, int step, ScaledRow row, NearDuplicateReplay.SourceDecisions decisions)
      throws IOException {
    boolean filtered = !row.row().passesFilter();
    Verdict verdict = filtered ? null : judge.verdict(row);
    long at = verdict != null && verdict.passes() ? position++ : position;
    if (!Arrays.equals(id, row.id()) || asked.size() == Explanation.MOST_ROWS) {
      return;
    }
    RowJudgement judgement = verdict == null ? null : judge.judge(row, verdict);
    Asked found = new Asked(step, at, place(step, row), outcome(judgement, step, at, decisions));
    if (found.outcome.equals(Outcome.NEAR_DUPLICATES_REMOVED.key())
        || found.outcome.equals(Outcome.KEPT.key()) && rule.check().isPresent()) {
      found.keys = Arrays.copyOf(keys, sign(row, judgement));
      found.sketch = sketch.clone();
      found.text = Optional.of(new SignedText(rule.keys(), signer, judgement.text()));
      found.first = new Found[found.keys.length];
    }
    asked.add(found);
  }

  private static String outcome(
      RowJudgement judgement, int step, long at, NearDuplicateReplay.SourceDecisions decisions) {
    if (judgement == null) {
      return Outcome.FILTERED_OUT.key();
    }
    if (judgement.passes()) {
      return decisions.outcome(step, at).key();
    }
    String reason = judgement.reason();
    return judgement.outcome().key() + (reason.isEmpty() ? "" : " (" + reason + ")");
  }

  private Explanation.Place place(int step, ScaledRow row) {
    return new Explanation.Place(
        new String(row.id(), UTF_8),
        source.steps().get(step).reads(),
        row.file(),
        row.row().row(),
        row.row().dump());
  }

  private void findEarlier(NearDuplicateReplay.SourceDecisions decisions)
      throws InterruptedException {
    int last =
        asked.stream()
            .filter(one -> one.keys.length > 0)
            .mapToInt(one -> one.step)
            .max()
            .orElse(-1);
    for (int step = 0; step <= last; step++) {
      rows.read(
          step,
          (reading, at, row, verdict) -> {
            if (!decisions.isRepeated(reading, at)) {
              compare(reading, at, row, verdict, decisions);
            }
          });
    }
  }

  private void compare(
      int step,
      long at,
      ScaledRow row,
      Verdict verdict,
      NearDuplicateReplay.SourceDecisions decisions)
      throws IOException {
    RowJudgement judgement = judge.judge(row, verdict);
    if (!judgement.passes()) {
      return;
    }
    int count = sign(row, judgement);
    for (Asked later : asked) {
      boolean before = step < later.step || step == later.step && at < later.position;
      Optional<Found> found = Optional.empty();
      for (int band = 0; before && band < Math.min(count, later.keys.length); band++) {
        if (later.keys[band] == keys[band] && !isHeld(later.first[band], step)) {
          if (found.isEmpty()) {
            found = Optional.of(found(later, step, place(step, row), judgement, decisions, at));
          }
          later.first[band] = found.get();
        }
      }
    }
  }

  /** Returns whether a key has a first document when a step reads. */
  private boolean isHeld(Found first, int step) {
    return first != null && counts(first.step, step);
  }

  private Found found(
      Asked later,
      int step,
      Explanation.Place place,
      RowJudgement judgement,
      NearDuplicateReplay.SourceDecisions decisions,
      long at) {
    SignedText text = new SignedText(rule.keys(), signer, judgement.text());
    SignedText other = later.text.orElseThrow();
    double estimated =
        rule.check()
            .map(check -> check.estimate(sketch, 0, later.sketch, 0))
            .orElseGet(() -> text.estimate(other));
    String outcome = decisions.outcome(step, at).key();
    return new Found(
        step,
        place,
        isForgotten(step) ? outcome + ", forgotten later" : outcome,
        rule.least().isEmpty() || estimated >= rule.least().getAsDouble(),
        estimated,
        text.jaccard(other));
  }

  /** Returns whether the rows of a step were not yet forgotten when a later step read. */
  private boolean counts(int step, int later) {
    return source.steps().subList(step, later).stream().noneMatch(taken -> forgets(taken, step));
  }

  private boolean isForgotten(int step) {
    return source.steps().stream().anyMatch(taken -> forgets(taken, step));
  }

  private boolean forgets(SourceStep taken, int step) {
    return taken instanceof SourceStep.Forget forget
        && forget.units().stream()
            .map(ForgottenUnit::unit)
            .anyMatch(source.steps().get(step).reads()::equals);
  }

  private int sign(ScaledRow row, RowJudgement judgement) {
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

  private Explanation.Row explained(Asked row) {
    Map<Found, List<Integer>> bands = new LinkedHashMap<>();
    for (int band = 0; band < row.first.length; band++) {
      if (isHeld(row.first[band], row.step)) {
        bands.computeIfAbsent(row.first[band], found -> new ArrayList<>()).add(band);
      }
    }
    List<Explanation.Earlier> earlier = new ArrayList<>();
    bands.forEach(
        (found, list) ->
            earlier.add(
                new Explanation.Earlier(
                    found.place,
                    found.outcome,
                    list,
                    found.similar,
                    found.estimated,
                    found.jaccard)));
    return new Explanation.Row(row.place, row.outcome, isForgotten(row.step), earlier);
  }
}
