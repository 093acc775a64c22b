package dev.sluice.operators.text;

import java.util.function.IntFunction;

/**
 * Cuts or replaces parts of a text, from its beginning to its end. Copies nothing until the first
 * cut. Not thread-safe.
 */
public final class Cut {
  private final String text;
  private final StringBuilder result = new StringBuilder();
  private int copied;
  private boolean changed;

  /** Starts with the whole text. */
  public Cut(String text) {
    this.text = text;
  }

  /** Replaces a part. The part must come after all parts replaced so far. */
  public void replace(int from, int to, String replacement) {
    result.append(text, copied, from).append(replacement);
    copied = to;
    changed = true;
  }

  /** Returns the result. If nothing was cut, it is the original string. */
  public String text() {
    return changed ? result.append(text, copied, text.length()).toString() : text;
  }

  /**
   * Replaces code points one by one.
   *
   * @param replacement returns the replacement of a code point; null to keep the code point
   */
  public static String each(String text, IntFunction<String> replacement) {
    Cut cut = new Cut(text);
    int at = 0;
    while (at < text.length()) {
      int codePoint = text.codePointAt(at);
      int end = at + Character.charCount(codePoint);
      String other = replacement.apply(codePoint);
      if (other != null) {
        cut.replace(at, end, other);
      }
      at = end;
    }
    return cut.text();
  }
}
