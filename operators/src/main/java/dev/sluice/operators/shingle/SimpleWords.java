package dev.sluice.operators.shingle;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.text.UnicodeSet;
import dev.sluice.core.Bytes;
import dev.sluice.operators.text.MarkOrder;
import dev.sluice.operators.text.SimpleForm;
import java.util.Arrays;

/**
 * Cuts a text into words after simplifying it as datatrove does before it makes shingles: lower
 * case; a number, with decimals, is {@code 0}; punctuation, control characters and white space end
 * a word; what is left is decomposed and loses its nonspacing marks. One pass over the bytes;
 * letters of ASCII are taken up to eight at a time.
 *
 * <p>Linear in the length of the text, whatever it holds. Memory: 24 bytes for each of a run of
 * marks whose order matters, else none. Not thread-safe.
 */
final class SimpleWords implements TextScanner {
  private static final long EACH = 0x0101_0101_0101_0101L;
  private static final long HIGH = EACH * 0x80;
  private static final long CASE = EACH * 0x20;
  private static final long TO_A = EACH * (0x80 - 'a');
  private static final long BEYOND_Z = EACH * (0x80 - 'z' - 1);

  /** What is before has spaces between words. */
  private static final int FIRST_WITHOUT_SPACES = 0xE00;

  private static final UnicodeSet WITHOUT_SPACES =
      new UnicodeSet(
              "[[:Hani:][:Hira:][:Kana:]\\u30FC\\uFF70[:Bopo:][:Yiii:][:Tibt:][:lb=Complex_Context:]]")
          .freeze();

  private final WordBytesConsumer words;
  private final boolean byScript;
  private byte[] text;
  private int begin;
  private int end;
  private int size; // of the character that was read last

  SimpleWords(WordBytesConsumer words) {
    this(words, false);
  }

  private SimpleWords(WordBytesConsumer words, boolean byScript) {
    this.words = words;
    this.byScript = byScript;
  }

  /** One that takes each letter of a script without spaces for a word. */
  static SimpleWords byScript(WordBytesConsumer words) {
    return new SimpleWords(words, true);
  }

  /** Whether a letter is of a script that writes no spaces between words. */
  static boolean isWithoutSpaces(int codePoint) {
    return codePoint >= FIRST_WITHOUT_SPACES && WITHOUT_SPACES.contains(codePoint);
  }

  @Override
  public void scan(byte[] text, int offset, int length) {
    this.text = text;
    begin = offset;
    end = offset + length;
    int last = end - Long.BYTES;
    int at = offset;
    while (at <= last) {
      long bytes = Bytes.readLong(text, at);
      int letters = letters(bytes);
      if (letters == Long.BYTES) {
        words.append(bytes | CASE, letters);
        at += letters;
      } else {
        if (letters > 0) {
          words.append((bytes | CASE) & (1L << Byte.SIZE * letters) - 1, letters);
        }
        at += letters;
        if (text[at] == ' ') {
          words.endWord();
          at++;
        } else {
          at = next(at);
        }
      }
    }
    while (at < end) {
      at = next(at);
    }
    words.endWord();
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

  /** Takes one character, or a number, or a run of marks; where it ends. */
  private int next(int at) {
    int first = text[at];
    if (first >= 0) {
      return ascii(first, at);
    }
    int codePoint = codePointAt(at);
    int after = at + size;
    long form = SimpleForm.of(codePoint);
    int length = SimpleForm.length(form);
    if (length > 0) {
      boolean alone = byScript && isWithoutSpaces(codePoint);
      if (alone) {
        words.endWord();
      }
      words.append(SimpleForm.bytes(form), length);
      if (alone) {
        words.endWord();
      }
      return after;
    }
    return special(codePoint, form, at, after);
  }

  private int ascii(int character, int at) {
    int lower = character | 0x20;
    if (lower >= 'a' && lower <= 'z') {
      words.append(lower, 1);
      return at + 1;
    }
    if (character >= '0' && character <= '9') {
      return number(at);
    }
    words.endWord(); // every other character of ASCII is punctuation, control or white space
    return at + 1;
  }

  private int special(int codePoint, long form, int at, int after) {
    if (form == SimpleForm.BREAK) {
      words.endWord();
    } else if (form == SimpleForm.DIGIT) {
      return number(at);
    } else if (form == SimpleForm.SIGMA) {
      append(isFinalSigma(at, after) ? '\u03C2' : '\u03C3');
    } else if (form == SimpleForm.HANGUL) {
      append(SimpleForm.openSyllable(codePoint));
      append(SimpleForm.finalConsonant(codePoint));
    } else if (form == SimpleForm.MARK) {
      return marks(at);
    }
    return after;
  }

  /** Appends a character whose form are bytes. */
  private void append(int codePoint) {
    long form = SimpleForm.of(codePoint);
    words.append(SimpleForm.bytes(form), SimpleForm.length(form));
  }

  /** {@code \p{Nd}+([.,and five others]\p{Nd}+)?} is one digit. */
  private int number(int from) {
    words.append('0', 1);
    int at = digitsEnd(from);
    if (at < end && isDecimalSeparator(codePointAt(at))) {
      int decimals = at + size;
      int after = digitsEnd(decimals);
      return after > decimals ? after : at;
    }
    return at;
  }

  private int digitsEnd(int from) {
    int at = from;
    while (at < end) {
      int codePoint = codePointAt(at);
      boolean ascii = codePoint >= '0' && codePoint <= '9';
      if (!ascii && (codePoint < 0x80 || SimpleForm.of(codePoint) != SimpleForm.DIGIT)) {
        return at;
      }
      at += size;
    }
    return at;
  }

  private static boolean isDecimalSeparator(int codePoint) {
    return codePoint == '.'
        || codePoint == ','
        || codePoint == 0x60C
        || codePoint == 0x66B
        || codePoint >= 0x2396 && codePoint <= 0x2398;
  }

  /** Whether there is a cased letter before it and none behind it, but for what has no case. */
  private boolean isFinalSigma(int at, int after) {
    int before = at;
    do {
      before = startBefore(before);
    } while (before >= begin && has(before, UProperty.CASE_IGNORABLE));
    if (before < begin || !has(before, UProperty.CASED)) {
      return false;
    }
    int behind = after;
    while (behind < end && has(behind, UProperty.CASE_IGNORABLE)) {
      behind += size;
    }
    return behind == end || !has(behind, UProperty.CASED);
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
      long form = codePoint < 0x80 ? SimpleForm.BREAK : SimpleForm.of(codePoint);
      if (form != SimpleForm.MARK && form != SimpleForm.NOTHING) {
        break;
      }
      if (count == run.length) {
        run = Arrays.copyOf(run, 2 * count);
      }
      run[count++] = codePoint;
      at += size;
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
      words.append(low | codePoint >> 12 | 0xE0, 3);
    } else {
      words.append((low | codePoint >> 12 & 0x3F | 0x80) << 8 | codePoint >> 18 | 0xF0, 4);
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
