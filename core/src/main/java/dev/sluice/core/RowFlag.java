package dev.sluice.core;

import java.util.Locale;

/**
 * A property of a row that is counted in addition to its outcome. It does not change the outcome.
 */
public enum RowFlag {
  /** The text has fewer than 10 code points. */
  SHORT_TEXT,
  /** The row had no id. One was derived from its file and row number. */
  MISSING_ID,
  /** The score is above the maximum. In FineWeb-Edu, these are the best texts. */
  SCORE_ABOVE_MAX;

  private final String key = name().toLowerCase(Locale.ROOT);

  /** Returns the name of the flag's counter, such as {@code short_text}. */
  public String key() {
    return key;
  }
}
