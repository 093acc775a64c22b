package dev.sluice.operators.text;

/**
 * Where sentences end, by a rule without a dictionary: after a run of characters that end a
 * sentence in any script, and quotation marks and brackets that close behind it. Full stop,
 * question mark and exclamation mark end one only before white space or the end of the text, so
 * that {@code 3.5} and {@code example.org} stay whole; abbreviations such as {@code Mr.} do end
 * one.
 */
public final class Sentences {
  private static final String CLOSING = "\"')]}\u00BB\u2019\u201D\u300D\u300F\uFF09";
  private static final String NEED_SPACE = ".?!";

  private Sentences() {}

  /**
   * The number of sentences between two places: those that end, and what is left after the last.
   */
  public static int count(char[] chars, int from, int to) {
    int count = 0;
    int at = from;
    while (true) {
      at = CharRange.stripStart(chars, at, to);
      if (at == to) {
        return count;
      }
      at = end(chars, at, to);
      count++;
    }
  }

  /** Where the sentence ends that begins at a place; white space after it is no part of it. */
  public static int end(char[] chars, int from, int to) {
    int at = from;
    while (at < to) {
      int codePoint = CharClass.codePointAt(chars, at, to);
      if ((CharClass.of(codePoint) & CharClass.TERMINAL) == 0) {
        at += Character.charCount(codePoint);
        continue;
      }
      int run = at;
      at = afterRun(chars, run, to);
      if (at == to || CharClass.isSpace(chars[at]) || endsAnywhere(chars, run, at)) {
        return at;
      }
    }
    return to;
  }

  private static int afterRun(char[] chars, int from, int to) {
    int at = from;
    while (at < to) {
      int codePoint = CharClass.codePointAt(chars, at, to);
      boolean terminal = (CharClass.of(codePoint) & CharClass.TERMINAL) != 0;
      if (!terminal && CLOSING.indexOf(codePoint) < 0) {
        return at;
      }
      at += Character.charCount(codePoint);
    }
    return at;
  }

  /** Whether a run has a character that needs no white space behind it to end a sentence. */
  private static boolean endsAnywhere(char[] chars, int from, int to) {
    int at = from;
    while (at < to) {
      int codePoint = CharClass.codePointAt(chars, at, to);
      boolean terminal = (CharClass.of(codePoint) & CharClass.TERMINAL) != 0;
      if (terminal && NEED_SPACE.indexOf(codePoint) < 0) {
        return true;
      }
      at += Character.charCount(codePoint);
    }
    return false;
  }
}
