package dev.sluice.operators.text;

/** Operations on a part of a text, given by UTF-16 indexes. */
public final class CharRange {
  private CharRange() {}

  /**
   * Returns the index of the first character that is not white space, or {@code to} if there is
   * none.
   */
  public static int stripStart(char[] chars, int from, int to) {
    int start = from;
    while (start < to && CharClass.isSpace(chars[start])) {
      start++;
    }
    return start;
  }

  /**
   * Returns the index after the last character that is not white space, or {@code from} if there is
   * none.
   */
  public static int stripEnd(char[] chars, int from, int to) {
    int end = to;
    while (end > from && CharClass.isSpace(chars[end - 1])) {
      end--;
    }
    return end;
  }

  /** Returns whether the part is empty or only white space. */
  public static boolean isBlank(char[] chars, int from, int to) {
    return stripStart(chars, from, to) == to;
  }

  /** Returns the number of code points. */
  public static int codePoints(char[] chars, int from, int to) {
    int count = to - from;
    for (int i = from; i < to; i++) {
      count -= Character.isLowSurrogate(chars[i]) ? 1 : 0;
    }
    return count;
  }

  /** Returns whether the part ends with a string. */
  public static boolean endsWith(char[] chars, int from, int to, String end) {
    int start = to - end.length();
    boolean ends = start >= from;
    for (int i = 0; i < end.length() && ends; i++) {
      ends = chars[start + i] == end.charAt(i);
    }
    return ends;
  }

  /** Returns the bits of the last character (see {@link CharClass}), or 0 if the part is empty. */
  public static int lastClass(char[] chars, int from, int to) {
    if (from == to) {
      return 0;
    }
    boolean pair = to - from > 1 && Character.isSurrogatePair(chars[to - 2], chars[to - 1]);
    return CharClass.of(pair ? Character.toCodePoint(chars[to - 2], chars[to - 1]) : chars[to - 1]);
  }
}
