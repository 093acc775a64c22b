package dev.sluice.operators.text;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.util.ULocale;

/**
 * Lower case by ICU. Memory: 128 KB, made once, for the mappings of single characters of the first
 * plane.
 */
public final class LowerCase {
  private static final char[] UNITS = new char[0x10000];

  static {
    for (int unit = 0; unit < UNITS.length; unit++) {
      int lower = Character.isSurrogate((char) unit) ? unit : UCharacter.toLowerCase(unit);
      UNITS[unit] = (char) lower; // no character leaves the first plane
    }
  }

  private LowerCase() {}

  /**
   * The lower case of one UTF-16 unit, for comparing: one for one, so that the sigma at the end of
   * a word is like any other, and letters beyond the first plane stay as they are.
   */
  public static char of(char unit) {
    return UNITS[unit];
  }

  /** The lower case of a text by Unicode's full mappings, of no particular language. */
  public static String of(String text) {
    int first = firstThatChanges(text);
    if (first == text.length()) {
      return text;
    }
    return isAscii(text) ? ascii(text, first) : UCharacter.toLowerCase(ULocale.ROOT, text);
  }

  private static int firstThatChanges(String text) {
    int at = 0;
    while (at < text.length()
        && text.charAt(at) < 0x80
        && UNITS[text.charAt(at)] == text.charAt(at)) {
      at++;
    }
    return at;
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  private static String ascii(String text, int first) {
    char[] chars = text.toCharArray();
    for (int i = first; i < chars.length; i++) {
      chars[i] = UNITS[chars[i]];
    }
    return new String(chars);
  }
}
