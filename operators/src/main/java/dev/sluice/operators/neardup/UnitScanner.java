package dev.sluice.operators.neardup;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;
import dev.sluice.core.Bytes;
import dev.sluice.operators.text.MarkOrder;
import dev.sluice.operators.text.SimpleForm;
import java.util.Arrays;

/**
 * Cuts a text into units and hashes each of them. A unit is a run of letters in lower case without
 * accents, a run of digits, a symbol, or a letter, vowel sign or tone mark of a script that writes
 * no spaces between words. Symbols are characters that change what a formula or a program means:
 * those of Unicode category S, some punctuation of ASCII such as parentheses, and a hyphen or point
 * right before a digit. Other punctuation, control characters and white space separate units. A
 * unit has at most 32 bytes of UTF-8: a longer run becomes several units, so that a block of base64
 * or DNA is not a single word.
 *
 * <p>One pass over the bytes; letters of ASCII are taken up to eight at a time. Hashing maps
 * numbers one to one in each step, so two units of up to eight bytes never share a hash, and others
 * with a probability of about 2^-64.
 *
 * <p>Linear in the length of the text, whatever it holds. Memory: 8 to 16 bytes for each unit of
 * the longest text so far, and 24 for each character of a run of marks whose order matters. Not
 * thread-safe.
 */
final class UnitScanner {
  private static final long EACH = 0x0101_0101_0101_0101L;
  private static final long HIGH = EACH * 0x80;
  private static final long CASE = EACH * 0x20;
  private static final long TO_A = EACH * (0x80 - 'a');
  private static final long BEYOND_Z = EACH * (0x80 - 'z' - 1);

  private static final long SEED = 0x0C97_3F52_9A6B_E4D5L;
  private static final long FACTOR = 0x9E6B_5A7C_3D1F_8B45L;
  private static final int MAX_BLOCKS = 4; // of eight bytes, in a unit

  /** Characters of ASCII below 64 that separate units, whatever comes after them. */
  private static final long SEPARATORS = 0x8C00_1085_FFFF_FFFFL;

  private long[] units = new long[1 << 10];
  private int count;
  private byte[] text;
  private int begin;
  private int end;
  private int size; // of the character that was read last

  private long hash = SEED;
  private long block;
  private int filled; // bytes of the block
  private int blocks; // of the unit, before this one
  private boolean digits; // whether the open unit is a number

  /**
   * Scans a text. The text must be well-formed UTF-8.
   *
   * @return the number of its units
   */
  int scan(byte[] text, int offset, int length) {
    this.text = text;
    count = 0;
    begin = offset;
    end = offset + length;
    int last = end - Long.BYTES;
    int at = offset;
    while (at <= last) {
      long eight = Bytes.readLong(text, at);
      int letters = letters(eight);
      if (letters == Long.BYTES) {
        letters(eight | CASE, letters);
        at += letters;
        continue;
      }
      at += letters;
      long word = (eight | CASE) & (1L << Byte.SIZE * letters) - 1;
      int after = text[at];
      boolean ends = (after & -Long.SIZE) == 0 && (SEPARATORS >>> after & 1) != 0;
      if (ends && letters > 0 && isClosed()) {
        add(step(step(SEED, word), letters)); // a short word, as most are
        at++;
        continue;
      }
      if (letters > 0) {
        letters(word, letters);
      }
      if (ends) {
        endUnit();
        at++;
      } else {
        at = next(at);
      }
    }
    while (at < end) {
      at = next(at);
    }
    endUnit();
    return count;
  }

  /**
   * Returns the hashes of the units of the last text, in order, from the first element on. May be
   * overwritten until the next scan.
   */
  long[] units() {
    return units;
  }

  private void add(long unit) {
    if (count == units.length) {
      units = Arrays.copyOf(units, Math.multiplyExact(2, count));
    }
    units[count++] = unit;
  }

  /** How many of eight bytes are letters of ASCII, from the first on. */
  private static int letters(long bytes) {
    long lower = (bytes | CASE) & ~HIGH;
    long letters = lower + TO_A & ~(lower + BEYOND_Z) & ~bytes;
    long others = ~letters & HIGH;
    if (others == 0) {
      return Long.BYTES;
    }
    // How many bytes are below the first other one; numberOfTrailingZeros is slow in C1.
    return (int) (((others & -others) - 1 & EACH) * EACH >>> 56) - 1;
  }

  /** Takes one character or a run of marks; returns where it ends. */
  private int next(int at) {
    int codePoint = codePointAt(at);
    int after = at + size;
    if (codePoint < 0x80) {
      ascii(codePoint, after);
      return after;
    }
    long form = SimpleForm.of(codePoint);
    int length = SimpleForm.length(form);
    if (length == 0) {
      return special(codePoint, form, at, after);
    }
    if ((form & SimpleForm.ALONE) != 0) {
      endUnit();
      append(SimpleForm.bytes(form), length);
      endUnit();
    } else {
      letters(SimpleForm.bytes(form), length);
    }
    return after;
  }

  private void ascii(int character, int after) {
    int lower = character | 0x20;
    if (lower >= 'a' && lower <= 'z') {
      letters(lower, 1);
    } else if (isDigit(character)) {
      digit(character);
    } else if (SimpleForm.of(character) == SimpleForm.SYMBOL || isSign(character, after)) {
      symbol(character);
    } else {
      endUnit();
    }
  }

  /** Whether it is the sign or the decimal point of a number. */
  private boolean isSign(int character, int after) {
    return (character == '-' || character == '.') && after < end && isDigit(text[after]);
  }

  private static boolean isDigit(int character) {
    return character >= '0' && character <= '9';
  }

  private int special(int codePoint, long form, int at, int after) {
    if (form == SimpleForm.BREAK) {
      endUnit();
    } else if (form == SimpleForm.SYMBOL) {
      symbol(UCharacter.toLowerCase(codePoint));
    } else if (form == SimpleForm.DIGIT) {
      digit('0' + UCharacter.digit(codePoint));
    } else if (form == SimpleForm.SIGMA) {
      letter(isFinalSigma(at, after) ? '\u03C2' : '\u03C3');
    } else if (form == SimpleForm.HANGUL) {
      letter(SimpleForm.openSyllable(codePoint));
      letter(SimpleForm.finalConsonant(codePoint));
    } else if (form == SimpleForm.MARK) {
      return marks(at);
    }
    return after;
  }

  private void letter(int codePoint) {
    long form = SimpleForm.of(codePoint);
    letters(SimpleForm.bytes(form), SimpleForm.length(form));
  }

  private void letters(long bytes, int count) {
    if (digits) {
      endUnit();
    }
    append(bytes, count);
  }

  /** A digit of any script counts as its value. */
  private void digit(int ascii) {
    if (!digits) {
      endUnit();
      digits = true;
    }
    append(ascii, 1);
  }

  private void symbol(int codePoint) {
    endUnit();
    append(codePoint, Integer.BYTES);
    endUnit();
  }

  /**
   * The unit goes on.
   *
   * @param bytes the first lowest, zeros above
   * @param count how many, 1 to 8
   */
  private void append(long bytes, int count) {
    block |= bytes << Byte.SIZE * filled;
    filled += count;
    if (filled >= Long.BYTES) {
      hash = step(hash, block);
      filled -= Long.BYTES;
      block = filled == 0 ? 0 : bytes >>> Byte.SIZE * (count - filled);
      if (++blocks == MAX_BLOCKS) {
        add(step(step(hash, 0), 0));
        hash = SEED;
        blocks = 0;
      }
    }
  }

  private boolean isClosed() {
    return filled + blocks == 0;
  }

  /** Ends the unit, if one is open. */
  private void endUnit() {
    if (!isClosed()) {
      add(step(step(hash, block), filled));
      hash = SEED;
      block = 0;
      filled = 0;
      blocks = 0;
    }
    digits = false;
  }

  private static long step(long hash, long block) {
    long mixed = (hash ^ block) * FACTOR;
    return mixed ^ mixed >>> 32;
  }

  /**
   * Whether there is a cased letter before it and none after it; characters without case are
   * skipped.
   */
  private boolean isFinalSigma(int at, int after) {
    int before = at;
    do {
      before = startBefore(before);
    } while (before >= begin && has(before, UProperty.CASE_IGNORABLE));
    if (before < begin || !has(before, UProperty.CASED)) {
      return false;
    }
    int next = after;
    while (next < end && has(next, UProperty.CASE_IGNORABLE)) {
      next += size;
    }
    return next == end || !has(next, UProperty.CASED);
  }

  private boolean has(int at, int property) {
    return UCharacter.hasBinaryProperty(codePointAt(at), property);
  }

  /** Where the character before begins; less than the beginning where there is none. */
  private int startBefore(int at) {
    int before = at - 1;
    while (before > begin && (text[before] & 0xC0) == 0x80) {
      before--;
    }
    return before;
  }

  private int marks(int from) {
    int[] run = new int[8];
    int count = 0;
    int at = from;
    while (at < end) {
      int codePoint = codePointAt(at);
      long form = SimpleForm.of(codePoint);
      if (form != SimpleForm.MARK && form != SimpleForm.NOTHING) {
        break;
      }
      if (count == run.length) {
        run = Arrays.copyOf(run, 2 * count);
      }
      run[count++] = codePoint;
      at += size;
    }
    if (digits) {
      endUnit();
    }
    for (int mark : MarkOrder.simple(Arrays.copyOf(run, count))) {
      appendPlain(mark);
    }
    return at;
  }

  /** Appends a character as it is; those of a run of marks all take three or four bytes. */
  private void appendPlain(int codePoint) {
    long low = (codePoint & 0x3F | 0x80L) << 16 | (codePoint >> 6 & 0x3F | 0x80L) << 8;
    if (codePoint < 0x10000) {
      append(low | codePoint >> 12 | 0xE0, 3);
    } else {
      append((low | codePoint >> 12 & 0x3F | 0x80) << 8 | codePoint >> 18 | 0xF0, 4);
    }
  }

  /** The code point at a place; sets the number of its bytes. */
  private int codePointAt(int at) {
    int first = text[at];
    if (first >= 0) {
      size = 1;
      return first;
    }
    int second = text[at + 1] & 0x3F;
    if ((first & 0xE0) == 0xC0) {
      size = 2;
      return (first & 0x1F) << 6 | second;
    }
    int third = text[at + 2] & 0x3F;
    if ((first & 0xF0) == 0xE0) {
      size = 3;
      return (first & 0x0F) << 12 | second << 6 | third;
    }
    size = 4;
    return (first & 0x07) << 18 | second << 12 | third << 6 | text[at + 3] & 0x3F;
  }
}
