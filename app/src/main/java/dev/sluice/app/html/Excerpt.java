package dev.sluice.app.html;

/** The beginning of a text from outside. */
public final class Excerpt {
  private Excerpt() {}

  /** A text of at most this many code points, with an ellipsis if it was longer. */
  public static String of(String text, int most) {
    return text.codePointCount(0, text.length()) <= most
        ? text
        : text.substring(0, text.offsetByCodePoints(0, most)) + "…";
  }
}
