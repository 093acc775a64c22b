package dev.sluice.algorithms.bpe;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The printable characters that represent the 256 bytes in vocabulary files, as in GPT-2 and HF's
 * {@code ByteLevel}: visible Latin-1 characters represent themselves; the other bytes, in order,
 * are U+0100 and up (a space is {@code Ġ}).
 */
public final class ByteAlphabet {
  private static final int FIRST_STAND_IN = 0x100;
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

  /** The character for a byte, 0 to 255. */
  public static char toChar(int b) {
    return CHARS[b];
  }

  /** The characters for bytes. */
  public static String toText(byte[] bytes) {
    char[] text = new char[bytes.length];
    for (int i = 0; i < text.length; i++) {
      text[i] = CHARS[bytes[i] & 0xFF];
    }
    return new String(text);
  }

  /** Whether all characters of a text represent bytes. */
  public static boolean covers(String text) {
    return text.chars().allMatch(c -> c < BYTES.length && BYTES[c] >= 0);
  }

  /** The bytes that a text represents; its UTF-8 if it has other characters. */
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
