package dev.sluice.core;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * What became of a row. Every row read has exactly one outcome, so the counts of all outcomes add
 * up to the rows read.
 */
public enum Outcome {
  /** The row is not a JSON object, is an invalid object, or is too large. */
  INVALID_ROW,
  /** The row has no score. */
  MISSING_SCORE,
  /** The score is not a number or is outside the allowed range. */
  INVALID_SCORE,
  /** The text is absent or only white space. */
  EMPTY_TEXT,
  /** No bucket contains the score. */
  FILTERED_OUT,
  /** Sampling did not choose the row: the hash of its id is not below the bucket's rate. */
  SAMPLED_OUT,
  /**
   * The id or the text is not a string or not UTF-8, or the id is too long. The record is in the
   * rejects.
   */
  INVALID_TEXT,
  /** An operator dropped the document. */
  OPERATOR_DROPPED,
  /**
   * An operator failed on the document, the row is too large, or its values do not fit the filter
   * or the carried columns. The row is in the rejects.
   */
  REJECTED,
  /** A document with this id was kept before. */
  DUPLICATES_REMOVED,
  /** The document is a near-duplicate of an earlier one. Occurs only with near-deduplication. */
  NEAR_DUPLICATES_REMOVED,
  /** The document would be in the output, but a take-down names it. */
  TAKEN_DOWN,
  /** The row is in the output. */
  KEPT;

  private static final Set<Outcome> DECIDED_BY_RULES =
      EnumSet.of(
          FILTERED_OUT,
          SAMPLED_OUT,
          OPERATOR_DROPPED,
          DUPLICATES_REMOVED,
          NEAR_DUPLICATES_REMOVED,
          TAKEN_DOWN,
          KEPT);

  /** Outcomes that cannot occur in most outputs. */
  private static final Set<Outcome> RARE =
      EnumSet.of(INVALID_ROW, NEAR_DUPLICATES_REMOVED, TAKEN_DOWN);

  private final String key = name().toLowerCase(Locale.ROOT);

  /** Returns the name of the outcome's counter, such as {@code missing_score}. */
  public String key() {
    return key;
  }

  /**
   * Returns the outcome whose counter has this name.
   *
   * @throws IllegalArgumentException if there is no such outcome
   */
  public static Outcome of(String key) {
    return Arrays.stream(values())
        .filter(outcome -> outcome.key.equals(key))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("unknown outcome: " + key));
  }

  /** Returns whether the row was lost because of the input, not because of the rules. */
  public boolean isLoss() {
    return !DECIDED_BY_RULES.contains(this);
  }

  /**
   * Returns whether lists of outcomes show this outcome if it has this number of rows. An outcome
   * that cannot occur in most outputs is shown only if there are such rows.
   */
  public boolean isListed(long rows) {
    return rows != 0 || !RARE.contains(this);
  }
}
