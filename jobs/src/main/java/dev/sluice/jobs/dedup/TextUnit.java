package dev.sluice.jobs.dedup;

import java.util.Locale;

/** The parts of texts that are compared. */
public enum TextUnit {
  /** The whole text. */
  DOCUMENT(0),
  /** Lines between blank lines. */
  PARAGRAPH(2),
  /** Lines that are not blank. */
  LINE(1);

  /** Shorter paragraphs and lines are mostly headings, punctuation and brackets. */
  static final int LEAST_BYTES = 20;

  private final int lineEnds;

  TextUnit(int lineEnds) {
    this.lineEnds = lineEnds;
  }

  /** Its name on the command line. */
  String title() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The number of line breaks, with only blanks between them, that end a unit. */
  int lineEnds() {
    return lineEnds;
  }

  /** The usual number of them in a document, for planning. */
  int usualNumber() {
    return switch (this) {
      case DOCUMENT -> 1;
      case PARAGRAPH -> 6;
      case LINE -> 16;
    };
  }
}
