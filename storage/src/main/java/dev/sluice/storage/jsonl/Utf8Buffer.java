package dev.sluice.storage.jsonl;

import java.util.Arrays;

/** Characters as UTF-8 in a reused array. Not thread-safe. */
public final class Utf8Buffer {
  private byte[] bytes = new byte[8 << 10];
  private int length;

  /** Replaces the content with these characters; false if a surrogate is unpaired. */
  public boolean set(char[] characters, int offset, int count) {
    clear();
    return append(characters, offset, count);
  }

  /** Removes the content. */
  public void clear() {
    length = 0;
  }

  /** Appends bytes. */
  public void append(byte[] from, int offset, int count) {
    if (count > bytes.length - length) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(length, count), 2 * bytes.length));
    }
    System.arraycopy(from, offset, bytes, length, count);
    length += count;
  }

  /** Appends characters; false if a surrogate is unpaired, which then has three bytes. */
  public boolean append(char[] characters, int offset, int count) {
    boolean whole = true;
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
        whole = false;
        encode(c);
      }
    }
    return whole;
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

  /** The array that holds the content from index 0. */
  public byte[] bytes() {
    return bytes;
  }

  /** Length of the content in bytes. */
  public int length() {
    return length;
  }
}
