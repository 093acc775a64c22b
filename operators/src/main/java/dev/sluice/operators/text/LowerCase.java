package dev.sluice.operators.text;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.util.ULocale;

/**
 * Converts to lower case by ICU's mappings. Memory: 128 KB, computed once, for characters of the
 * first plane.
 */
public final class LowerCase {
  /** A character whose lower case has two characters. */
  private static final char DOTTED_I = '\u0130';

  /** A character whose lower case is different at the end of a word. */
  private static final char SIGMA = '\u03A3';

  private static final char FIRST_SPECIAL = DOTTED_I;
  private static final char[] UNITS = new char[0x10000];

  static {
    for (int unit = 0; unit < UNITS.length; unit++) {
      int lower = Character.isSurrogate((char) unit) ? unit : UCharacter.toLowerCase(unit);
      UNITS[unit] = (char) lower; // the lower case of a character is in the first plane, too
    }
  }

  private LowerCase() {}

  /**
   * Returns the lower-case form of each UTF-16 unit, for comparisons. Each unit maps to one unit:
   * there is no special form for the final sigma, and characters beyond the first plane are
   * unchanged.
   */
  public static char[] units(char[] units) {
    char[] lower = new char[units.length];
    for (int i = 0; i < units.length; i++) {
      lower[i] = UNITS[units[i]];
    }
    return lower;
  }

  /** Returns the lower-case form of a text by Unicode's full mappings for the root locale. */
  public static String of(String text) {
    int at = 0;
    while (at < text.length() && UNITS[text.charAt(at)] == text.charAt(at)) {
      if (Character.isSurrogate(text.charAt(at))) {
        return UCharacter.toLowerCase(ULocale.ROOT, text);
      }
      at++;
    }
    return at == text.length() ? text : mapped(text, at);
  }

  /** Maps unit by unit, as long as each character maps to a single one. */
  private static String mapped(String text, int from) {
    char[] chars = text.toCharArray();
    for (int i = from; i < chars.length; i++) {
      char unit = chars[i];
      if (unit >= FIRST_SPECIAL
          && (unit == DOTTED_I || unit == SIGMA || Character.isSurrogate(unit))) {
        return UCharacter.toLowerCase(ULocale.ROOT, text);
      }
      chars[i] = UNITS[unit];
    }
    return new String(chars);
  }
}
