package dev.sluice.operators.text;

/**
 * Where web addresses are: {@code http://} or {@code https://} in lower case and all that follows
 * up to white space, at least one character, as the regular expression {@code https?://\S+}; where
 * asked for, {@code www.} too, if no letter or number is before it.
 */
public final class Urls {
  private static final String WWW = "www.";

  private Urls() {}

  /** Where the first address begins at or after a place; {@code to} where there is none. */
  public static int find(char[] chars, int from, int to, boolean bare) {
    for (int at = from; at < to; at++) {
      if (chars[at] == 'h' && afterScheme(chars, at, to) > 0
          || bare && chars[at] == 'w' && isBare(chars, at, to)) {
        return at;
      }
    }
    return to;
  }

  /** Where white space follows, or the end. */
  public static int end(char[] chars, int from, int to) {
    int at = from;
    while (at < to && !CharClass.isSpace(chars[at])) {
      at++;
    }
    return at;
  }

  private static int afterScheme(char[] chars, int at, int to) {
    String scheme = CharRange.startsWith(chars, at, to, "http://") ? "http://" : "https://";
    int after = at + scheme.length();
    boolean begins = CharRange.startsWith(chars, at, to, scheme);
    return begins && after < to && !CharClass.isSpace(chars[after]) ? after : 0;
  }

  private static boolean isBare(char[] chars, int at, int to) {
    int after = at + WWW.length();
    return CharRange.startsWith(chars, at, to, WWW)
        && after < to
        && !CharClass.isSpace(chars[after])
        && (at == 0
            || (CharClass.ofUnit(chars[at - 1]) & (CharClass.LETTER | CharClass.NUMBER)) == 0);
  }

  /** The code points that are part of addresses. */
  public static int codePoints(char[] chars, boolean bare) {
    int count = 0;
    int at = find(chars, 0, chars.length, bare);
    while (at < chars.length) {
      int end = end(chars, at, chars.length);
      count += CharRange.codePoints(chars, at, end);
      at = find(chars, end, chars.length, bare);
    }
    return count;
  }
}
