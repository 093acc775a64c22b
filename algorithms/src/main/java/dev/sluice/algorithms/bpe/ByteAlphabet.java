package dev.sluice.algorithms.bpe;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Maps the 256 bytes to the printable characters that represent them in vocabulary files, as in
 * GPT-2 and HF's {@code ByteLevel}. Visible Latin-1 characters represent themselves. The other
 * bytes, in order, become U+0100 and up; a space is {@code Ġ}.
 */
public final class ByteAlphabet {
  private static final int FIRST_STAND_IN = 0x100;
  private static final int MOST_BYTES_OF_A_CHAR = 4;
  private static final char[] CHARS = new char[256];
  private static final short[] BYTES = new short[FIRST_STAND_IN + 256];

  static {
    Arrays.fill(BYTES, (short) -1);
    int next = FIRST_STAND_IN;
    for (int b = 0; b < 256; b++) {
      CHARS[b] = standsForItself(b) ? (char) b : (char) next++;
      BYTES[CHARS[b]] = (short) b;
    }
  }

  private ByteAlphabet() {}

  private static boolean standsForItself(int b) {
    return (b >= '!' && b <= '~') || (b >= 0xA1 && b != 0xAD);
  }

  /** Returns the character for a byte, 0 to 255. */
  public static char toChar(int b) {
    return CHARS[b];
  }

  /** Returns the characters for bytes. */
  public static String toText(byte[] bytes) {
    char[] text = new char[bytes.length];
    for (int i = 0; i < text.length; i++) {
      text[i] = CHARS[bytes[i] & 0xFF];
    }
    return new String(text);
  }

  /**
   * Returns bytes in readable form. Visible characters are unchanged; any other byte, such as a
   * blank or part of a character, is replaced by the character for that byte.
   */
  public static String toReadable(byte[] bytes) {
    StringBuilder readable = new StringBuilder();
    int at = 0;
    while (at < bytes.length) {
      int length = visibleAt(bytes, at);
      if (length > 0) {
        readable.append(new String(bytes, at, length, StandardCharsets.UTF_8));
      } else {
        readable.append(CHARS[bytes[at] & 0xFF]);
      }
      at += Math.max(1, length);
    }
    return readable.toString();
  }

  /**
   * Returns the number of bytes of the visible character that begins at this index; 0 if there is
   * none.
   */
  private static int visibleAt(byte[] bytes, int at) {
    for (int length = 1; length <= Math.min(MOST_BYTES_OF_A_CHAR, bytes.length - at); length++) {
      byte[] part = Arrays.copyOfRange(bytes, at, at + length);
      String text = new String(part, StandardCharsets.UTF_8);
      if (text.codePointCount(0, text.length()) == 1
          && Arrays.equals(text.getBytes(StandardCharsets.UTF_8), part)) {
        return isVisible(text.codePointAt(0)) ? length : 0;
      }
    }
    return 0;
  }

  private static boolean isVisible(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SPACE_SEPARATOR,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }

  /** Returns whether all characters of a text represent bytes. */
  public static boolean covers(String text) {
    return text.chars().allMatch(c -> c < BYTES.length && BYTES[c] >= 0);
  }

  /**
   * Returns the bytes that a text represents, or its UTF-8 if the text contains other characters.
   */
  public static byte[] toBytes(String text) {
    if (!covers(text)) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    byte[] bytes = new byte[text.length()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) BYTES[text.charAt(i)];
    }
    return bytes;
  }
}
