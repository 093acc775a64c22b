package dev.sluice.jobs.dedup;

import java.util.Locale;

/** Differences that are ignored when texts are compared. */
public enum TextNormalisation {
  /** None: the bytes must be equal. */
  NONE,
  /** White space: a run of blanks, tabs and line breaks equals one blank, none at the ends. */
  WHITESPACE;

  /** Its name on the command line. */
  String title() {
    return name().toLowerCase(Locale.ROOT);
  }
}
