package dev.sluice.operators.text;

/**
 * Finds web addresses as the regular expression {@code https?://\S+} does. An address is {@code
 * http://} or {@code https://} in lower case, followed by at least one character, up to white
 * space.
 *
 * @param bare whether {@code www.} also starts an address, except after a letter or digit
 * @param anyCase whether the prefix may be in upper case
 * @param strict whether an address ends at the first character that RFC 3986 does not allow in a
 *     path, and excludes punctuation of the surrounding sentence
 */
public record Urls(boolean bare, boolean anyCase, boolean strict) {
  private static final String WWW = "www.";
  private static final String HTTP = "http://";
  private static final String HTTPS = "https://";
  private static final String ENDING_SENTENCES = ".,;:!?'";
  private static final String NOT_IN_ADDRESSES = "\"<>[\\]^`{|}";

  /**
   * Returns the start of the first address at or after an index, or {@code to} if there is no
   * address.
   */
  public int find(char[] chars, int from, int to) {
    for (int at = from; at < to; at++) {
      int begun = begun(chars, at, to);
      if (begun > at && end(chars, at, begun, to) > begun) {
        return at;
      }
    }
    return to;
  }

  /** Returns the end of the address that starts at an index. */
  public int end(char[] chars, int at, int to) {
    return end(chars, at, begun(chars, at, to), to);
  }

  /** Returns the index after the prefix of an address; {@code at} if there is none. */
  private int begun(char[] chars, int at, int to) {
    if (isLetter(chars[at], 'h')) {
      String scheme = startsWith(chars, at, to, HTTPS) ? HTTPS : HTTP;
      return startsWith(chars, at, to, scheme) ? at + scheme.length() : at;
    }
    boolean named = bare && isLetter(chars[at], 'w') && startsWith(chars, at, to, WWW);
    return named && (at == 0 || !continuesWord(chars[at - 1])) ? at + WWW.length() : at;
  }

  private boolean startsWith(char[] chars, int at, int to, String begin) {
    if (to - at < begin.length()) {
      return false;
    }
    for (int i = 0; i < begin.length(); i++) {
      if (!isLetter(chars[at + i], begin.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private boolean isLetter(char unit, char lower) {
    return unit == lower || anyCase && lower >= 'a' && unit == lower - ('a' - 'A');
  }

  /**
   * Returns whether an address would continue a word. In scripts without spaces, an address can
   * directly follow a word.
   */
  private boolean continuesWord(char before) {
    return (before < 0x80 || !strict)
        && (CharClass.ofUnit(before) & (CharClass.LETTER | CharClass.NUMBER)) != 0;
  }

  private int end(char[] chars, int at, int begun, int to) {
    if (strict) {
      return strictEnd(chars, at, begun, to);
    }
    int end = begun;
    while (end < to && !CharClass.isSpace(chars[end])) {
      end++;
    }
    return end;
  }

  private static int strictEnd(char[] chars, int at, int begun, int to) {
    int end = at;
    int unopened = 0; // closing brackets without a matching opening bracket
    while (end < to && isInAddresses(chars[end])) {
      unopened += chars[end] == ')' ? 1 : chars[end] == '(' ? -1 : 0;
      end++;
    }
    while (end > begun) {
      char last = chars[end - 1];
      boolean closing = last == ')' && unopened > 0;
      if (!closing && ENDING_SENTENCES.indexOf(last) < 0) {
        return end;
      }
      unopened -= closing ? 1 : 0;
      end--;
    }
    return end;
  }

  private static boolean isInAddresses(char unit) {
    return unit > ' ' && unit < 0x7F && NOT_IN_ADDRESSES.indexOf(unit) < 0;
  }

  /** Returns the number of code points that are part of addresses. */
  public int codePoints(char[] chars) {
    int count = 0;
    int at = find(chars, 0, chars.length);
    while (at < chars.length) {
      int end = end(chars, at, chars.length);
      count += CharRange.codePoints(chars, at, end);
      at = find(chars, end, chars.length);
    }
    return count;
  }
}
