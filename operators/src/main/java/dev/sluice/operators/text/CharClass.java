package dev.sluice.operators.text;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterCategory;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.lang.UScript;
import com.ibm.icu.text.UnicodeSet;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;

/**
 * The properties of characters as a bit set. ICU's version of Unicode defines them.
 *
 * <p>Memory: 256 KB, computed once; code points beyond the first two planes are looked up on each
 * call.
 */
public final class CharClass {
  /** A letter, that is, general category L, as in Python's {@code isalpha}. */
  public static final int LETTER = 1 << 4;

  /** A number, that is, general category N. */
  public static final int NUMBER = 1 << 5;

  /** A decimal digit, that is, general category Nd, as in Python's {@code \d}. */
  public static final int DIGIT = 1 << 6;

  /** White space as in Python's {@code isspace}, that is, White_Space and U+001C to U+001F. */
  public static final int SPACE = 1 << 7;

  /** One of the 281 symbols that datatrove's Gopher filter does not count as part of a word. */
  public static final int SYMBOL = 1 << 8;

  /** A mark, that is, general category M. */
  public static final int MARK = 1 << 9;

  /** A line break of Python's {@code splitlines}. */
  public static final int LINE_END = 1 << 10;

  /** One of the 159 characters that end a sentence in any script. */
  public static final int TERMINAL = 1 << 11;

  /** An ideograph or a kana. */
  public static final int IDEOGRAPH = 1 << 12;

  /** The bits of the class for word breaks. */
  static final int BREAK_MASK = 15;

  static final int BREAK_OTHER = 0;
  static final int BREAK_LETTER = 1;
  static final int BREAK_NUMERIC = 2;
  static final int BREAK_EXTEND_NUM_LET = 3;
  static final int BREAK_MID_LETTER = 4;
  static final int BREAK_MID_NUM = 5;
  static final int BREAK_MID_NUM_LET = 6;
  static final int BREAK_EXTEND = 7;

  /** White space, which never starts a word. */
  static final int BREAK_SPACE = 8;

  /**
   * Characters that ICU handles, such as those of dictionaries, Hangul, flags, emoji sequences and
   * Hebrew quotes.
   */
  static final int BREAK_HARD = 9;

  private static final int TABLE_END = 0x20000;
  private static final UnicodeSet SYMBOLS = CodePointSet.read("symbols.txt");
  private static final UnicodeSet TERMINALS = CodePointSet.read("terminal-punctuation.txt");
  private static final short[] TABLE = new short[TABLE_END];

  static {
    for (int codePoint = 0; codePoint < TABLE_END; codePoint++) {
      TABLE[codePoint] = (short) classify(codePoint);
    }
  }

  private CharClass() {}

  /** Returns the bits of a code point, 0 to 0x10FFFF. */
  public static int of(int codePoint) {
    return codePoint < TABLE_END ? TABLE[codePoint] : classify(codePoint);
  }

  /** Returns the bits of a UTF-16 unit that is not a surrogate. */
  public static int ofUnit(char unit) {
    return TABLE[unit];
  }

  /** Returns the code point at an index. All its units must be before {@code end}. */
  public static int codePointAt(char[] chars, int at, int end) {
    char unit = chars[at];
    return Character.isHighSurrogate(unit) && at + 1 < end
        ? Character.toCodePoint(unit, chars[at + 1])
        : unit;
  }

  /** Returns whether a UTF-16 unit is white space. */
  public static boolean isSpace(char unit) {
    return (TABLE[unit] & SPACE) != 0; // there is no white space beyond the first plane
  }

  private static int classify(int codePoint) {
    int bits = ofCategory(UCharacter.getType(codePoint));
    boolean separator = codePoint >= 0x1C && codePoint <= 0x1F;
    if (separator || UCharacter.isUWhiteSpace(codePoint)) {
      bits |= SPACE;
    }
    if (isLineEnd(codePoint)) {
      bits |= LINE_END;
    }
    if (SYMBOLS.contains(codePoint)) {
      bits |= SYMBOL;
    }
    if (TERMINALS.contains(codePoint)) {
      bits |= TERMINAL;
    }
    if (isIdeographOrKana(codePoint)) {
      bits |= IDEOGRAPH;
    }
    return bits | breakClass(codePoint, bits);
  }

  private static int ofCategory(int type) {
    return switch (type) {
      case UCharacterCategory.UPPERCASE_LETTER,
          UCharacterCategory.LOWERCASE_LETTER,
          UCharacterCategory.TITLECASE_LETTER,
          UCharacterCategory.MODIFIER_LETTER,
          UCharacterCategory.OTHER_LETTER ->
          LETTER;
      case UCharacterCategory.DECIMAL_DIGIT_NUMBER -> NUMBER | DIGIT;
      case UCharacterCategory.LETTER_NUMBER, UCharacterCategory.OTHER_NUMBER -> NUMBER;
      case UCharacterCategory.NON_SPACING_MARK,
          UCharacterCategory.ENCLOSING_MARK,
          UCharacterCategory.COMBINING_SPACING_MARK ->
          MARK;
      default -> 0;
    };
  }

  private static boolean isLineEnd(int codePoint) {
    return codePoint >= 0x0A && codePoint <= 0x0D
        || codePoint >= 0x1C && codePoint <= 0x1E
        || codePoint == 0x85
        || codePoint == 0x2028
        || codePoint == 0x2029;
  }

  private static boolean isIdeographOrKana(int codePoint) {
    int script = UScript.getScript(codePoint);
    return script == UScript.HAN || script == UScript.HIRAGANA || script == UScript.KATAKANA;
  }

  private static int breakClass(int codePoint, int bits) {
    boolean complex =
        UCharacter.getIntPropertyValue(codePoint, UProperty.LINE_BREAK)
            == UCharacter.LineBreak.COMPLEX_CONTEXT;
    boolean hangul = UScript.getScript(codePoint) == UScript.HANGUL;
    if (complex || hangul || (bits & IDEOGRAPH) != 0) {
      return BREAK_HARD;
    }
    int property = UCharacter.getIntPropertyValue(codePoint, UProperty.WORD_BREAK);
    if ((bits & SPACE) != 0) {
      return property == UCharacter.WordBreak.EXTENDNUMLET ? BREAK_HARD : BREAK_SPACE;
    }
    return switch (property) {
      case UCharacter.WordBreak.OTHER, UCharacter.WordBreak.DOUBLE_QUOTE -> BREAK_OTHER;
      case UCharacter.WordBreak.ALETTER -> BREAK_LETTER;
      case UCharacter.WordBreak.NUMERIC -> BREAK_NUMERIC;
      case UCharacter.WordBreak.EXTENDNUMLET -> BREAK_EXTEND_NUM_LET;
      case UCharacter.WordBreak.MIDLETTER -> BREAK_MID_LETTER;
      case UCharacter.WordBreak.MIDNUM -> BREAK_MID_NUM;
      case UCharacter.WordBreak.MIDNUMLET, UCharacter.WordBreak.SINGLE_QUOTE -> BREAK_MID_NUM_LET;
      case UCharacter.WordBreak.EXTEND, UCharacter.WordBreak.FORMAT -> BREAK_EXTEND;
      default -> BREAK_HARD;
    };
  }

  /** Sets of code points. They are stored as resources beside the classes. */
  static final class CodePointSet {
    private CodePointSet() {}

    /**
     * Reads a resource of hexadecimal code points and ranges. Lines that start with # are ignored.
     */
    static UnicodeSet read(String resource) {
      UnicodeSet set = new UnicodeSet();
      try (InputStream in = CodePointSet.class.getResourceAsStream(resource);
          BufferedReader lines = new BufferedReader(new InputStreamReader(in, US_ASCII))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (!line.startsWith("#")) {
            addAll(set, line);
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot read " + resource, e);
      }
      return set.freeze();
    }

    private static void addAll(UnicodeSet set, String line) {
      for (String range : line.split(" ")) {
        String[] ends = range.split("\\.\\.");
        set.add(Integer.parseInt(ends[0], 16), Integer.parseInt(ends[ends.length - 1], 16));
      }
    }
  }
}
