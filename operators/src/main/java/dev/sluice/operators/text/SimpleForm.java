package dev.sluice.operators.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterCategory;
import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.text.UnicodeSet;
import com.ibm.icu.util.ULocale;
import java.util.Arrays;

/**
 * The simplified form of a character, which is used to find near-duplicates. It is lower case, and
 * decomposed canonically without nonspacing marks. Symbols and digits are told apart from letters;
 * punctuation, control characters and white space separate words. Uses ICU's version of Unicode.
 *
 * <p>A form is a long: usually the UTF-8 of the result (see {@link #length} and {@link #bytes}),
 * otherwise one of the constants. Tables of 256 characters are computed on first use. Memory: 2 KB
 * each. Thread-safe.
 */
public final class SimpleForm {
  /** The form of a nonspacing mark, which is removed. */
  public static final long NOTHING = 0;

  /** The form of white space, punctuation and control characters, which separate words. */
  public static final long BREAK = 1L << 60;

  /** The form of a decimal digit of any script. */
  public static final long DIGIT = 2L << 60;

  /** The form of the capital sigma, whose lower case depends on its context. */
  public static final long SIGMA = 3L << 60;

  /**
   * The form of a character that depends on the marks around it, or that is too long for a form;
   * see {@link MarkOrder}.
   */
  public static final long MARK = 4L << 60;

  /**
   * The form of a Hangul syllable with a final consonant. The syllable becomes the open syllable
   * and the consonant.
   */
  public static final long HANGUL = 5L << 60;

  /** The form of a symbol, which is a word of its own. */
  public static final long SYMBOL = 6L << 60;

  /** The bit that marks letters of scripts without spaces between words. */
  public static final long ALONE = 1L << 59;

  private static final int COUNT_SHIFT = 56;
  private static final int MOST_BYTES = 7;
  private static final int BLOCK_BITS = 8;
  private static final int BLOCK = 1 << BLOCK_BITS;
  private static final int FINALS = 28; // final consonants of a Hangul syllable, including none

  /** The first Hangul syllable. */
  private static final int FIRST_SYLLABLE = 0xAC00;

  private static final int LAST_SYLLABLE = 0xD7A3;
  private static final int BEFORE_FIRST_FINAL = 0x11A7;

  private static final String SYMBOLS = "=+*/<>(){}[]|&%$#@^~\\_!";
  private static final int SYMBOL_TYPES =
      1 << UCharacterCategory.MATH_SYMBOL
          | 1 << UCharacterCategory.CURRENCY_SYMBOL
          | 1 << UCharacterCategory.MODIFIER_SYMBOL
          | 1 << UCharacterCategory.OTHER_SYMBOL;
  private static final int BREAK_TYPES =
      1 << UCharacterCategory.CONNECTOR_PUNCTUATION
          | 1 << UCharacterCategory.DASH_PUNCTUATION
          | 1 << UCharacterCategory.START_PUNCTUATION
          | 1 << UCharacterCategory.END_PUNCTUATION
          | 1 << UCharacterCategory.INITIAL_PUNCTUATION
          | 1 << UCharacterCategory.FINAL_PUNCTUATION
          | 1 << UCharacterCategory.OTHER_PUNCTUATION
          | 1 << UCharacterCategory.SPACE_SEPARATOR
          | 1 << UCharacterCategory.LINE_SEPARATOR
          | 1 << UCharacterCategory.PARAGRAPH_SEPARATOR
          | 1 << UCharacterCategory.CONTROL;
  private static final UnicodeSet WITHOUT_SPACES =
      new UnicodeSet(
              "[[:Hani:][:Hira:][:Kana:]\\u30FC\\uFF70[:Bopo:][:Yiii:][:Tibt:][:lb=Complex_Context:]]")
          .freeze();
  private static final Normalizer2 NFD = Normalizer2.getNFDInstance();

  /**
   * The tables computed so far. Any thread may write them without synchronization, because blocks
   * are immutable and equal.
   */
  private static final Forms[] BLOCKS = new Forms[Character.MAX_CODE_POINT + 1 >> BLOCK_BITS];

  private SimpleForm() {}

  /** Returns the form of a code point that is not a surrogate. */
  public static long of(int codePoint) {
    Forms block = BLOCKS[codePoint >> BLOCK_BITS];
    if (block == null) {
      block = new Forms(codePoint & -BLOCK);
      BLOCKS[codePoint >> BLOCK_BITS] = block;
    }
    return block.forms[codePoint & BLOCK - 1];
  }

  /** Returns the number of bytes of a form, 0 to 7, or 0 for the constants. */
  public static int length(long form) {
    return (int) (form >>> COUNT_SHIFT) & MOST_BYTES;
  }

  /** Returns the bytes of a form, lowest first. */
  public static long bytes(long form) {
    return form & (1L << COUNT_SHIFT) - 1;
  }

  /** Returns a syllable that is {@link #HANGUL} without its final consonant. */
  public static int openSyllable(int syllable) {
    return syllable - finalConsonant(syllable) + BEFORE_FIRST_FINAL;
  }

  /** Returns the final consonant of a syllable that is {@link #HANGUL}. */
  public static int finalConsonant(int syllable) {
    return (syllable - FIRST_SYLLABLE) % FINALS + BEFORE_FIRST_FINAL;
  }

  private static long make(int codePoint) {
    int type = 1 << UCharacter.getType(codePoint);
    if (type == 1 << UCharacterCategory.DECIMAL_DIGIT_NUMBER) {
      return DIGIT;
    }
    if (codePoint == 0x3A3) {
      return SIGMA;
    }
    if (codePoint != '`' && ((type & SYMBOL_TYPES) != 0 || SYMBOLS.indexOf(codePoint) >= 0)) {
      return SYMBOL;
    }
    if (isNonspacing(codePoint) && WITHOUT_SPACES.contains(codePoint)) {
      return SYMBOL; // a vowel sign or tone mark
    }
    if (codePoint == '`' || (type & BREAK_TYPES) != 0) {
      return BREAK;
    }
    if (type == 1 << UCharacterCategory.SURROGATE) {
      return NOTHING; // a byte that never occurs in UTF-8
    }
    int[] simple = staysItself(codePoint) ? new int[] {codePoint} : simple(codePoint);
    for (int each : simple) {
      if (NFD.getCombiningClass(each) != 0) {
        return MARK;
      }
    }
    byte[] bytes = new String(simple, 0, simple.length).getBytes(UTF_8);
    if (bytes.length <= MOST_BYTES) {
      return pack(bytes) | (WITHOUT_SPACES.contains(codePoint) ? ALONE : 0);
    }
    return codePoint >= FIRST_SYLLABLE && codePoint <= LAST_SYLLABLE ? HANGUL : MARK;
  }

  /**
   * Returns whether a code point maps to itself, as most do. Tested first, because this takes a
   * tenth of the time.
   */
  private static boolean staysItself(int codePoint) {
    return UCharacter.toLowerCase(codePoint) == codePoint
        && NFD.getRawDecomposition(codePoint) == null
        && !isNonspacing(codePoint);
  }

  private static int[] simple(int codePoint) {
    String lower = UCharacter.toLowerCase(ULocale.ROOT, Character.toString(codePoint));
    return NFD.normalize(lower).codePoints().filter(each -> !isNonspacing(each)).toArray();
  }

  /** Returns whether a code point is a nonspacing mark, general category Mn. */
  static boolean isNonspacing(int codePoint) {
    return UCharacter.getType(codePoint) == UCharacterCategory.NON_SPACING_MARK;
  }

  private static long pack(byte[] bytes) {
    long form = (long) bytes.length << COUNT_SHIFT;
    for (int i = 0; i < bytes.length; i++) {
      form |= (bytes[i] & 0xFFL) << Byte.SIZE * i;
    }
    return form;
  }

  /** The forms of 256 characters in a final field, which makes them visible to all threads. */
  private static final class Forms {
    private final long[] forms = new long[BLOCK];

    Forms(int first) {
      Arrays.setAll(forms, i -> make(first + i));
    }
  }
}
