package dev.sluice.core;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** The outcome of a row. Every row read has exactly one outcome, so their sum is the rows read. */
public enum Outcome {
  /**
   * The place of a row holds something else than a JSON object, an invalid object, or one that is
   * too large.
   */
  INVALID_ROW,
  /** The row has no score. */
  MISSING_SCORE,
  /** The score is not a number, or outside the allowed range. */
  INVALID_SCORE,
  /** The text is absent or only white space. */
  EMPTY_TEXT,
  /** No bucket contains the score. */
  FILTERED_OUT,
  /** The hash of the id is not below the bucket's rate. */
  SAMPLED_OUT,
  /**
   * The id or the text is not a string or not UTF-8, or the id is too long; the record is in the
   * rejects.
   */
  INVALID_TEXT,
  /** An operator dropped the document. */
  OPERATOR_DROPPED,
  /**
   * An operator failed on the document, the row is too large, or the filter or the columns that the
   * row carries along cannot take its values; it is in the rejects.
   */
  REJECTED,
  /** A document with this id was kept before. */
  DUPLICATES_REMOVED,
  /** An earlier document is a near-duplicate of it. Only with near-deduplication. */
  NEAR_DUPLICATES_REMOVED,
  /** The row is in the output. */
  KEPT;

  private static final Set<Outcome> DECIDED_BY_RULES =
      EnumSet.of(
          FILTERED_OUT,
          SAMPLED_OUT,
          OPERATOR_DROPPED,
          DUPLICATES_REMOVED,
          NEAR_DUPLICATES_REMOVED,
          KEPT);

  private final String key = name().toLowerCase(Locale.ROOT);

  /** The name of its counter, e.g. {@code missing_score}. */
  public String key() {
    return key;
  }

  /**
   * The outcome whose counter has this name.
   *
   * @throws IllegalArgumentException if none has
   */
  public static Outcome of(String key) {
    return Arrays.stream(values())
        .filter(outcome -> outcome.key.equals(key))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("unknown outcome: " + key));
  }

  /** Whether the reason lies in the row, not in what the rules keep. */
  public boolean isLoss() {
    return !DECIDED_BY_RULES.contains(this);
  }

  /**
   * Whether lists of all outcomes name it when it has so many rows: always, or, if most outputs
   * cannot have such rows, only when there are any.
   */
  public boolean isListed(long rows) {
    return rows != 0 || this != NEAR_DUPLICATES_REMOVED && this != INVALID_ROW;
  }
}
