package dev.sluice.core.values;

/** Text of files for a terminal. */
public final class Printable {
  private Printable() {}

  /**
   * Returns a text with {@code ?} for each control character. A terminal would obey them: they can
   * move the cursor and hide lines.
   */
  public static String of(String text) {
    return text.replaceAll("\\p{Cntrl}|[\\x80-\\x9F]", "?");
  }
}
