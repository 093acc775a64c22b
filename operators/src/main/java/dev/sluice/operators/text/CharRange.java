package dev.sluice.operators.text;

/** Operations on a part of a text, given by UTF-16 indexes. */
public final class CharRange {
  private CharRange() {}

  /** Index of the first character that is not white space; {@code to} if there is none. */
  public static int stripStart(char[] chars, int from, int to) {
    int start = from;
    while (start < to && CharClass.isSpace(chars[start])) {
      start++;
    }
    return start;
  }

  /** Index after the last character that is not white space; {@code from} if there is none. */
  public static int stripEnd(char[] chars, int from, int to) {
    int end = to;
    while (end > from && CharClass.isSpace(chars[end - 1])) {
      end--;
    }
    return end;
  }

  /** Whether the part is empty or only white space. */
  public static boolean isBlank(char[] chars, int from, int to) {
    return stripStart(chars, from, to) == to;
  }

  /** The number of code points. */
  public static int codePoints(char[] chars, int from, int to) {
    int count = to - from;
    for (int i = from; i < to; i++) {
      count -= Character.isLowSurrogate(chars[i]) ? 1 : 0;
    }
    return count;
  }

  /** Whether the part ends with a string. */
  public static boolean endsWith(char[] chars, int from, int to, String end) {
    int start = to - end.length();
    boolean ends = start >= from;
    for (int i = 0; i < end.length() && ends; i++) {
      ends = chars[start + i] == end.charAt(i);
    }
    return ends;
  }

  /** The bits of the last character (see {@link CharClass}); 0 if there is none. */
  public static int lastClass(char[] chars, int from, int to) {
    if (from == to) {
      return 0;
    }
    boolean pair = to - from > 1 && Character.isSurrogatePair(chars[to - 2], chars[to - 1]);
    return CharClass.of(pair ? Character.toCodePoint(chars[to - 2], chars[to - 1]) : chars[to - 1]);
  }
}
