package dev.sluice.storage.json;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;

/** Converts between JSON strings and UTF-8. */
final class JsonStrings {
  private static final String ESCAPED = "\b\t\n\f\r\"\\/";
  private static final String LETTERS = "btnfr\"\\/";
  private static final byte[] HEXADECIMAL = "0123456789abcdef".getBytes(US_ASCII);

  /** Length of an escape of a UTF-16 code unit. */
  private static final int UNIT_BYTES = 6;

  private JsonStrings() {}

  /**
   * Appends the content of a valid string to a text.
   *
   * @return false if a surrogate is unpaired; the text has it as three bytes then, and is not UTF-8
   */
  static boolean append(byte[] json, int from, int to, Utf8Buffer text) {
    boolean whole = true;
    int at = from;
    while (at < to) {
      int plain = at;
      at = StringBytes.plainUpTo(json, at, to);
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

  /** The character of one escape, or of two if they are a pair of surrogates. */
  private static int character(byte[] json, int at, int to) {
    char first = hexadecimal(json, at + 2);
    int next = at + UNIT_BYTES;
    boolean two = next + UNIT_BYTES <= to && json[next] == '\\' && json[next + 1] == 'u';
    char second = two ? hexadecimal(json, next + 2) : 0;
    return Character.isSurrogatePair(first, second) ? Character.toCodePoint(first, second) : first;
  }

  /** The code unit of four hexadecimal digits. */
  static char hexadecimal(byte[] json, int from) {
    int value = 0;
    for (int i = from; i < from + 4; i++) {
      value = value << 4 | Character.digit(json[i], 16);
    }
    return (char) value;
  }

  /** Writes UTF-8 text as a quoted string; escapes only what JSON requires. */
  static void write(byte[] utf8, int offset, int length, OutputStream out) throws IOException {
    out.write('"');
    int at = offset;
    int end = offset + length;
    while (at < end) {
      int plain = StringBytes.plainUpTo(utf8, at, end);
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
