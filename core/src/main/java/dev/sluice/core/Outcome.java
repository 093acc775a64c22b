package dev.sluice.core;

import java.util.Locale;

/** What became of a row. Every row read ends in exactly one outcome; the sum is the rows read. */
public enum Outcome {
  /** The row has no score. */
  MISSING_SCORE,
  /** The score is NaN, below the lowest or above the highest allowed. */
  INVALID_SCORE,
  /** The text is absent or white space. */
  EMPTY_TEXT,
  /** No bucket takes the score. */
  FILTERED_OUT,
  /** The hash of the id is not below the bucket's rate. */
  SAMPLED_OUT,
  /** The id or the text is not UTF-8, or the id is too long; the record is in the rejects. */
  INVALID_TEXT,
  /** One of the operators drops the document. */
  OPERATOR_DROPPED,
  /** One of the operators cannot judge the document; the record is in the rejects. */
  REJECTED,
  /** The id was kept before. */
  DUPLICATES_REMOVED,
  /** The row is in the output. */
  KEPT;

  private final String key = name().toLowerCase(Locale.ROOT);

  /** The name of its counter, e.g. {@code missing_score}. */
  public String key() {
    return key;
  }
}
