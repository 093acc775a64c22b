package dev.sluice.core;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The number of rows in a bucket, by outcome.
 *
 * @param kept documents in its shards
 * @param duplicatesRemoved rows whose id was kept before
 * @param nearDuplicatesRemoved rows that are near-duplicates of an earlier document
 * @param takenDown rows that a take-down names and that would otherwise be kept
 * @param sampledOut rows dropped by sampling
 * @param invalidText rows that are in the rejects
 * @param operatorDropped rows dropped by an operator
 * @param rejected rows on which an operator failed; they are in the rejects
 */
public record BucketCounts(
    long kept,
    long duplicatesRemoved,
    long nearDuplicatesRemoved,
    long takenDown,
    long sampledOut,
    long invalidText,
    long operatorDropped,
    long rejected) {
  private static final List<Outcome> LISTED =
      List.of(
          Outcome.KEPT,
          Outcome.DUPLICATES_REMOVED,
          Outcome.NEAR_DUPLICATES_REMOVED,
          Outcome.TAKEN_DOWN,
          Outcome.SAMPLED_OUT,
          Outcome.INVALID_TEXT,
          Outcome.OPERATOR_DROPPED,
          Outcome.REJECTED);

  /** Counts without any rows. */
  public static final BucketCounts NONE = of(outcome -> 0);

  /** Creates counts from the number of rows of each outcome. */
  public static BucketCounts of(ToLongFunction<Outcome> rows) {
    return new BucketCounts(
        rows.applyAsLong(Outcome.KEPT),
        rows.applyAsLong(Outcome.DUPLICATES_REMOVED),
        rows.applyAsLong(Outcome.NEAR_DUPLICATES_REMOVED),
        rows.applyAsLong(Outcome.TAKEN_DOWN),
        rows.applyAsLong(Outcome.SAMPLED_OUT),
        rows.applyAsLong(Outcome.INVALID_TEXT),
        rows.applyAsLong(Outcome.OPERATOR_DROPPED),
        rows.applyAsLong(Outcome.REJECTED));
  }

  /**
   * Returns the number of rows with an outcome, or 0 for outcomes that precede the choice of a
   * bucket.
   */
  public long of(Outcome outcome) {
    return switch (outcome) {
      case KEPT -> kept;
      case DUPLICATES_REMOVED -> duplicatesRemoved;
      case NEAR_DUPLICATES_REMOVED -> nearDuplicatesRemoved;
      case TAKEN_DOWN -> takenDown;
      case SAMPLED_OUT -> sampledOut;
      case INVALID_TEXT -> invalidText;
      case OPERATOR_DROPPED -> operatorDropped;
      case REJECTED -> rejected;
      case INVALID_ROW, MISSING_SCORE, INVALID_SCORE, EMPTY_TEXT, FILTERED_OUT -> 0;
    };
  }

  /**
   * Returns the number of rows with each outcome, by the key of the outcome, in the order that
   * manifests use. Outcomes that cannot occur in most outputs are omitted if there are no such
   * rows.
   */
  public Map<String, Long> listed() {
    Map<String, Long> rows = new LinkedHashMap<>();
    for (Outcome outcome : LISTED) {
      if (outcome.isListed(of(outcome))) {
        rows.put(outcome.key(), of(outcome));
      }
    }
    return rows;
  }

  /** Returns the sums of both counts. */
  public BucketCounts plus(BucketCounts other) {
    return of(outcome -> of(outcome) + other.of(outcome));
  }

  /** Returns the rows that passed sampling, whatever their outcome. */
  public long sampled() {
    return kept
        + duplicatesRemoved
        + nearDuplicatesRemoved
        + takenDown
        + operatorDropped
        + rejected;
  }
}
