package dev.sluice.operators.text;

/**
 * Finds sentence boundaries without a dictionary. A boundary is after a run of sentence-ending
 * characters of any script, including closing quotes and brackets. Full stop, question mark and
 * exclamation mark count only before white space or the end of the text, so {@code 3.5} and {@code
 * example.org} stay whole. Abbreviations such as {@code Mr.} do end a sentence.
 */
public final class Sentences {
  private static final String CLOSING = "\"')]}\u00BB\u2019\u201D\u300D\u300F\uFF09";
  private static final String NEED_SPACE = ".?!";

  private Sentences() {}

  /** Returns the number of sentences, including an unfinished last one. */
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

  /** Returns the end of the sentence that starts at an index, without white space after it. */
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

  /**
   * Returns whether a run contains a character that ends a sentence without white space after it.
   */
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
