package dev.sluice.storage.text;

import java.util.Arrays;

/** Characters as UTF-8 in an array that is used again and again. */
final class Utf8Buffer {
  private byte[] bytes = new byte[8 << 10];
  private int length;

  /** Takes these characters in the place of what it held; false when a surrogate stands alone. */
  boolean set(char[] characters, int offset, int count) {
    length = 0;
    for (int i = offset; i < offset + count; i++) {
      char c = characters[i];
      if (length + 4 > bytes.length) {
        bytes = Arrays.copyOf(bytes, 2 * bytes.length);
      }
      if (c < 0x80) {
        bytes[length++] = (byte) c;
      } else if (!Character.isSurrogate(c)) {
        encode(c);
      } else if (Character.isHighSurrogate(c)
          && i + 1 < offset + count
          && Character.isLowSurrogate(characters[i + 1])) {
        encode(Character.toCodePoint(c, characters[++i]));
      } else {
        return false;
      }
    }
    return true;
  }

  private void encode(int codePoint) {
    if (codePoint < 0x800) {
      bytes[length++] = (byte) (0xC0 | codePoint >> 6);
    } else if (codePoint < 0x10000) {
      bytes[length++] = (byte) (0xE0 | codePoint >> 12);
      bytes[length++] = continuation(codePoint >> 6);
    } else {
      bytes[length++] = (byte) (0xF0 | codePoint >> 18);
      bytes[length++] = continuation(codePoint >> 12);
      bytes[length++] = continuation(codePoint >> 6);
    }
    bytes[length++] = continuation(codePoint);
  }

  private static byte continuation(int bits) {
    return (byte) (0x80 | bits & 0x3F);
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }
}
