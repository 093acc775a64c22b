package dev.sluice.jobs.dedup.method;

import java.util.Locale;

/** The parts of texts that are compared. */
public enum TextUnit {
  /** The whole text. */
  DOCUMENT(0),
  /** Lines between blank lines. */
  PARAGRAPH(2),
  /** Lines that are not blank. */
  LINE(1);

  private final int lineEnds;

  TextUnit(int lineEnds) {
    this.lineEnds = lineEnds;
  }

  /** Its name on the command line. */
  public String title() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The number of line breaks, with only blanks between them, that end a unit. */
  int lineEnds() {
    return lineEnds;
  }
}
