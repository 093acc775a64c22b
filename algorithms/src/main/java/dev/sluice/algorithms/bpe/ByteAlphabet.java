package dev.sluice.algorithms.bpe;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The printable stand-ins of the 256 bytes in vocabulary files, as GPT-2 and HF's {@code ByteLevel}
 * have them: visible Latin-1 signs stand for themselves, the other bytes, in order, for U+0100 and
 * up (a space is {@code Ġ}).
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

  /** The stand-in of a byte, 0 to 255. */
  public static char toChar(int b) {
    return CHARS[b];
  }

  /** The bytes as text of stand-ins, one for each. */
  public static String toText(byte[] bytes) {
    char[] text = new char[bytes.length];
    for (int i = 0; i < text.length; i++) {
      text[i] = CHARS[bytes[i] & 0xFF];
    }
    return new String(text);
  }

  /** Whether every character of the text is the stand-in of a byte. */
  public static boolean covers(String text) {
    return text.chars().allMatch(c -> c < BYTES.length && BYTES[c] >= 0);
  }

  /** The bytes that the text stands for; its UTF-8 where it holds other characters. */
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
