package dev.sluice.jobs.dedup.method;

import java.util.Locale;

/** What of texts is compared. */
public enum TextUnit {
  /** The text as a whole. */
  DOCUMENT(0),
  /** Lines between blank ones. */
  PARAGRAPH(2),
  /** What is between line ends, unless it is blank. */
  LINE(1);

  private final int lineEnds;

  TextUnit(int lineEnds) {
    this.lineEnds = lineEnds;
  }

  /** What the command calls it. */
  public String title() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** How many line ends, with blanks between them at most, end one. */
  int lineEnds() {
    return lineEnds;
  }
}
