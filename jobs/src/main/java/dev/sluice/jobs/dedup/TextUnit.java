package dev.sluice.jobs.dedup;

import java.util.Locale;

/** Decides which parts of texts are compared. */
public enum TextUnit {
  /** The whole text. */
  DOCUMENT(0),
  /** Lines between blank lines. */
  PARAGRAPH(2),
  /**
   * The minimum size of a paragraph or line. Shorter ones are mostly headings, punctuation and
   * brackets.
   */
  LINE(1);

  /**
   * The minimum size of a paragraph or line. Shorter ones are mostly headings, punctuation and
   * brackets.
   */
  static final int LEAST_BYTES = 20;

  private final int lineEnds;

  TextUnit(int lineEnds) {
    this.lineEnds = lineEnds;
  }

  /** Returns the name of the unit on the command line. */
  String title() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the number of line breaks, with only blanks between them, that end a unit. */
  int lineEnds() {
    return lineEnds;
  }

  /** Returns the usual number of units in a document, for planning. */
  int usualNumber() {
    return switch (this) {
      case DOCUMENT -> 1;
      case PARAGRAPH -> 6;
      case LINE -> 16;
    };
  }
}
