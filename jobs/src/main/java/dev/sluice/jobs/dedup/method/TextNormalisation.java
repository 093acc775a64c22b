package dev.sluice.jobs.dedup.method;

import java.util.Locale;

/** Differences that are ignored when texts are compared. */
public enum TextNormalisation {
  /** None: the bytes must be equal. */
  NONE,
  /** White space: a run of blanks, tabs and line breaks equals one blank, none at the ends. */
  WHITESPACE,
  /** Case, punctuation, numbers, accents and white space, as for the words of shingles. */
  WORDS;

  /** Its name on the command line. */
  public String title() {
    return name().toLowerCase(Locale.ROOT);
  }
}
