package dev.sluice.core;

import java.util.Locale;

/** Something counted beside the outcome of a row: it changes nothing about what becomes of it. */
public enum RowFlag {
  /** The text has fewer than 10 code points. */
  SHORT_TEXT,
  /** The row has no id; it was derived from file and row. */
  MISSING_ID,
  /** The score is invalid because it is above the highest allowed: often the best texts. */
  SCORE_ABOVE_MAX;

  private final String key = name().toLowerCase(Locale.ROOT);

  /** The name of its counter, e.g. {@code short_text}. */
  public String key() {
    return key;
  }
}
