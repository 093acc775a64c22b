package dev.sluice.jobs.dedup;

import java.util.Locale;

/** The differences that are ignored when texts are compared. */
public enum TextNormalisation {
  /** Ignores no differences. The bytes must be equal. */
  NONE,
  /**
   * Ignores differences in white space. A run of blanks, tabs and line breaks equals one blank, and
   * there is none at the ends.
   */
  WHITESPACE;

  /** Returns the name of the normalisation on the command line. */
  String title() {
    return name().toLowerCase(Locale.ROOT);
  }
}
