package dev.sluice.storage.json;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.sluice.core.Bytes;
import java.io.IOException;
import java.io.OutputStream;

/** Converts between JSON strings and UTF-8. */
final class JsonStrings {
  private static final String ESCAPED = "\b\t\n\f\r\"\\/";
  private static final String LETTERS = "btnfr\"\\/";
  private static final byte[] HEXADECIMAL = "0123456789abcdef".getBytes(US_ASCII);

  /** Length of an escape of a UTF-16 code unit. */
  private static final int UNIT_BYTES = 6;

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH = 0x8080808080808080L;
  private static final long QUOTES = '"' * ONES;
  private static final long BACKSLASHES = '\\' * ONES;
  private static final long SPACES = ' ' * ONES;

  private JsonStrings() {}

  /**
   * Returns the index of the first quote, backslash or control character, or {@code end} if there
   * is none.
   */
  static int plainUpTo(byte[] bytes, int from, int end) {
    return upTo(bytes, from, end, 0);
  }

  /**
   * Returns the index of the first quote, backslash, control character or byte that is not ASCII.
   */
  static int asciiUpTo(byte[] bytes, int from, int end) {
    return upTo(bytes, from, end, HIGH);
  }

  private static int upTo(byte[] bytes, int from, int end, long more) {
    int at = from;
    for (; at + Long.BYTES <= end; at += Long.BYTES) {
      long word = Bytes.readLong(bytes, at);
      // A borrow only affects higher bytes, so the lowest bit found is exact.
      long below = (word ^ QUOTES) - ONES | (word ^ BACKSLASHES) - ONES | word - SPACES;
      long found = (below & ~word | word & more) & HIGH;
      if (found != 0) {
        return at + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
    while (at < end && isPlain(bytes[at], more != 0)) {
      at++;
    }
    return at;
  }

  private static boolean isPlain(byte b, boolean asciiOnly) {
    return b < 0 ? !asciiOnly : b >= ' ' && b != '"' && b != '\\';
  }

  /**
   * Appends the content of a valid string to a text.
   *
   * @return false if a surrogate is unpaired; then the text contains it as three bytes and is not
   *     UTF-8
   */
  static boolean append(byte[] json, int from, int to, Utf8Buffer text) {
    boolean whole = true;
    int at = from;
    while (at < to) {
      int plain = at;
      at = plainUpTo(json, at, to);
      text.append(json, plain, at - plain);
      if (at < to && json[at + 1] != 'u') {
        text.append(ESCAPED.charAt(LETTERS.indexOf(json[at + 1])));
        at += 2;
      } else if (at < to) {
        int character = character(json, at, to);
        text.append(character);
        whole &=
            character >= Character.MIN_SUPPLEMENTARY_CODE_POINT
                || !Character.isSurrogate((char) character);
        at += UNIT_BYTES * Character.charCount(character);
      }
    }
    return whole;
  }

  /** Returns the character of one escape, or of two if they are a pair of surrogates. */
  private static int character(byte[] json, int at, int to) {
    char first = hexadecimal(json, at + 2);
    int next = at + UNIT_BYTES;
    boolean two = next + UNIT_BYTES <= to && json[next] == '\\' && json[next + 1] == 'u';
    char second = two ? hexadecimal(json, next + 2) : 0;
    return Character.isSurrogatePair(first, second) ? Character.toCodePoint(first, second) : first;
  }

  /** Returns the code unit of four hexadecimal digits. */
  static char hexadecimal(byte[] json, int from) {
    int value = 0;
    for (int i = from; i < from + 4; i++) {
      value = value << 4 | Character.digit(json[i], 16);
    }
    return (char) value;
  }

  /** Writes UTF-8 text as a quoted string. Only what JSON requires is escaped. */
  static void write(byte[] utf8, int offset, int length, OutputStream out) throws IOException {
    out.write('"');
    int at = offset;
    int end = offset + length;
    while (at < end) {
      int plain = plainUpTo(utf8, at, end);
      out.write(utf8, at, plain - at);
      if (plain < end) {
        escape(utf8[plain], out);
      }
      at = plain + 1;
    }
    out.write('"');
  }

  private static void escape(byte b, OutputStream out) throws IOException {
    int known = ESCAPED.indexOf(b);
    out.write('\\');
    if (known >= 0) {
      out.write(LETTERS.charAt(known));
    } else {
      out.write(new byte[] {'u', '0', '0', HEXADECIMAL[b >> 4], HEXADECIMAL[b & 0xF]});
    }
  }
}
