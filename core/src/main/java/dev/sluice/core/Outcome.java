package dev.sluice.core;

import java.util.Locale;

/**
 * What happened to a row. Every row read has exactly one outcome, so their sum is the rows read.
 */
public enum Outcome {
  /** The row has no score. */
  MISSING_SCORE,
  /** The score is NaN, below the lowest or above the highest allowed. */
  INVALID_SCORE,
  /** The text is absent or only white space. */
  EMPTY_TEXT,
  /** No bucket contains the score. */
  FILTERED_OUT,
  /** The hash of the id is not below the bucket's rate. */
  SAMPLED_OUT,
  /** The id or the text is not UTF-8, or the id is too long; the record is in the rejects. */
  INVALID_TEXT,
  /** An operator dropped the document. */
  OPERATOR_DROPPED,
  /**
   * An operator failed on the document, and the record is in the rejects; or the columns that the
   * row carries along are too large.
   */
  REJECTED,
  /** A document with this id was kept before. */
  DUPLICATES_REMOVED,
  /** An earlier document is a near-duplicate of it. Only with near-deduplication. */
  NEAR_DUPLICATES_REMOVED,
  /** The row is in the output. */
  KEPT;

  private final String key = name().toLowerCase(Locale.ROOT);

  /** The name of its counter, e.g. {@code missing_score}. */
  public String key() {
    return key;
  }

  /**
   * Whether lists of all outcomes name it when it has so many rows: always, or, if it needs a step
   * that most outputs do not have, only when there are any. So outputs without that step have the
   * same bytes as before there was such a step.
   */
  public boolean isListed(long rows) {
    return rows != 0 || this != NEAR_DUPLICATES_REMOVED;
  }
}
