package dev.sluice.storage.jsonl;

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
   * Decodes the content of a validated string.
   *
   * @return false if a surrogate is unpaired; the text has it as three bytes then, and is not UTF-8
   */
  static boolean read(byte[] json, int from, int to, Utf8Buffer text) {
    text.clear();
    boolean whole = true;
    int at = from;
    while (at < to) {
      int plain = at;
      at = StringBytes.plainUpTo(json, at, to);
      text.append(json, plain, at - plain);
      if (at < to && json[at + 1] != 'u') {
        at = letter(json, at, text);
      } else if (at < to) {
        int units = units(json, at, to);
        whole &= text.append(characters(json, at, units), 0, units);
        at += units * UNIT_BYTES;
      }
    }
    return whole;
  }

  private static int letter(byte[] json, int at, Utf8Buffer text) {
    char[] one = {ESCAPED.charAt(LETTERS.indexOf(json[at + 1]))};
    text.append(one, 0, 1);
    return at + 2;
  }

  /** How many escapes make one character: two if they are a pair of surrogates. */
  private static int units(byte[] json, int at, int to) {
    int next = at + UNIT_BYTES;
    boolean two = next + UNIT_BYTES <= to && json[next] == '\\' && json[next + 1] == 'u';
    boolean pair =
        two
            && Character.isHighSurrogate(hexadecimal(json, at + 2))
            && Character.isLowSurrogate(hexadecimal(json, next + 2));
    return pair ? 2 : 1;
  }

  private static char[] characters(byte[] json, int at, int units) {
    char[] characters = new char[units];
    for (int i = 0; i < units; i++) {
      characters[i] = hexadecimal(json, at + i * UNIT_BYTES + 2);
    }
    return characters;
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
