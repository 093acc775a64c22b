package dev.sluice.storage.json;

import java.util.Arrays;

/** Holds a text in UTF-8 in a reusable array. Not thread-safe. */
final class Utf8Buffer {
  private byte[] bytes = new byte[8 << 10];
  private int length;

  /** Removes the content. */
  void clear() {
    length = 0;
  }

  /** Appends bytes. */
  void append(byte[] from, int offset, int count) {
    if (count > bytes.length - length) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(length, count), 2 * bytes.length));
    }
    System.arraycopy(from, offset, bytes, length, count);
    length += count;
  }

  /** Appends a character. A surrogate becomes three bytes, which are not UTF-8. */
  void append(int codePoint) {
    if (length + 4 > bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
    if (codePoint < 0x80) {
      bytes[length++] = (byte) codePoint;
      return;
    }
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

  /** Returns the array that holds the content from index 0. */
  byte[] bytes() {
    return bytes;
  }

  /** Returns the length of the content in bytes. */
  int length() {
    return length;
  }
}
