package dev.sluice.storage.jsonl;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;

/** Converts between JSON strings and UTF-8. */
final class JsonStrings {
  private static final String ESCAPED = "\b\t\n\f\r\"\\/";
  private static final String LETTERS = "btnfr\"\\/";
  private static final byte[] HEXADECIMAL = "0123456789abcdef".getBytes(US_ASCII);

  private JsonStrings() {}

  /**
   * Decodes the content of a validated string.
   *
   * @return false if a surrogate is unpaired; the text is incomplete then
   */
  static boolean read(byte[] json, int from, int to, Utf8Buffer text) {
    text.clear();
    int at = from;
    while (at < to) {
      int plain = at;
      at = StringBytes.plainUpTo(json, at, to);
      text.append(json, plain, at - plain);
      if (at < to) {
        at = json[at + 1] == 'u' ? unit(json, at, to, text) : letter(json, at, text);
      }
      if (at < 0) {
        return false;
      }
    }
    return true;
  }

  private static int letter(byte[] json, int at, Utf8Buffer text) {
    char[] one = {ESCAPED.charAt(LETTERS.indexOf(json[at + 1]))};
    text.append(one, 0, 1);
    return at + 2;
  }

  /** Decodes a character written as one or two escapes; negative for an unpaired surrogate. */
  private static int unit(byte[] json, int at, int to, Utf8Buffer text) {
    char first = hexadecimal(json, at + 2);
    int next = at + 6;
    boolean two = next + 6 <= to && json[next] == '\\' && json[next + 1] == 'u';
    if (Character.isHighSurrogate(first) && two) {
      char[] pair = {first, hexadecimal(json, next + 2)};
      return text.append(pair, 0, 2) ? next + 6 : -1;
    }
    return text.append(new char[] {first}, 0, 1) ? next : -1;
  }

  private static char hexadecimal(byte[] json, int from) {
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
