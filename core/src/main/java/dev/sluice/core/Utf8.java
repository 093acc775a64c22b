package dev.sluice.core;

import java.util.Comparator;

/**
 * Checks the bytes of UTF-8 text in linear time. It does not decode them to a String and allocates
 * nothing.
 */
public final class Utf8 {
  /** Orders strings by code points. This is also the order of their bytes in UTF-8. */
  public static final Comparator<String> ORDER = Utf8::compare;

  private static final long NOT_ASCII = 0x8080808080808080L;

  private Utf8() {}

  private static int compare(String one, String other) {
    int most = Math.min(one.length(), other.length());
    for (int i = 0; i < most; i++) {
      if (one.charAt(i) != other.charAt(i)) {
        return rank(one.charAt(i)) - rank(other.charAt(i));
      }
    }
    return one.length() - other.length();
  }

  /**
   * Returns the rank of a char in the order of code points: surrogates encode code points that come
   * after those of one char.
   */
  private static int rank(char unit) {
    return Character.isSurrogate(unit) ? unit + 0x10000 : unit;
  }

  /**
   * Returns whether the text is empty or only white space. White space is every code point with the
   * Unicode property White_Space and U+001C to U+001F, as in Python's {@code str.strip}. Bytes that
   * are not UTF-8 are not white space.
   */
  public static boolean isBlank(byte[] bytes, int offset, int length) {
    int end = offset + length;
    int at = offset;
    while (at < end) {
      int size = whiteSpaceAt(bytes, at, end);
      if (size == 0) {
        return false;
      }
      at += size;
    }
    return true;
  }

  /**
   * Returns the number of bytes of the white space code point at {@code at}; 0 if there is none.
   */
  private static int whiteSpaceAt(byte[] bytes, int at, int end) {
    int first = bytes[at] & 0xFF;
    if (first < 0x80) {
      return first == ' ' || (first >= 0x09 && first <= 0x0D) || (first >= 0x1C && first <= 0x1F)
          ? 1
          : 0;
    }
    if (first == 0xC2 && at + 1 < end) {
      int second = bytes[at + 1] & 0xFF;
      return second == 0x85 || second == 0xA0 ? 2 : 0;
    }
    if (first >= 0xE1 && first <= 0xE3 && at + 2 < end) {
      int codePoint = (first & 0x0F) << 12 | (bytes[at + 1] & 0x3F) << 6 | (bytes[at + 2] & 0x3F);
      boolean continued = (bytes[at + 1] & 0xC0) == 0x80 && (bytes[at + 2] & 0xC0) == 0x80;
      return continued && isWideWhiteSpace(codePoint) ? 3 : 0;
    }
    return 0;
  }

  private static boolean isWideWhiteSpace(int codePoint) {
    return codePoint == 0x1680
        || (codePoint >= 0x2000 && codePoint <= 0x200A)
        || codePoint == 0x2028
        || codePoint == 0x2029
        || codePoint == 0x202F
        || codePoint == 0x205F
        || codePoint == 0x3000;
  }

  /**
   * Returns whether the text has fewer than {@code codePoints} code points. Stops as soon as this
   * is known.
   */
  public static boolean isShorterThan(int codePoints, byte[] bytes, int offset, int length) {
    int count = 0;
    for (int i = offset; i < offset + length; i++) {
      boolean starts = (bytes[i] & 0xC0) != 0x80;
      if (starts && ++count >= codePoints) {
        return false;
      }
    }
    return codePoints > 0;
  }

  /**
   * Returns whether the bytes are well-formed UTF-8 by table 3-7 of the Unicode standard. Overlong
   * forms, surrogates, code points above U+10FFFF and truncated sequences are not.
   */
  public static boolean isWellFormed(byte[] bytes, int offset, int length) {
    int end = offset + length;
    int at = offset;
    while (at < end) {
      if (at + 8 <= end && (Bytes.readLong(bytes, at) & NOT_ASCII) == 0) {
        at = endOfAscii(bytes, at + 8, end);
        continue;
      }
      int size = sequenceAt(bytes, at, end);
      if (size == 0) {
        return false;
      }
      at += size;
    }
    return true;
  }

  /** Skips ASCII from {@code from} on, in steps of 32 bytes; may stop up to 31 bytes early. */
  private static int endOfAscii(byte[] bytes, int from, int end) {
    int at = from;
    while (at + 32 <= end
        && ((Bytes.readLong(bytes, at)
                    | Bytes.readLong(bytes, at + 8)
                    | Bytes.readLong(bytes, at + 16)
                    | Bytes.readLong(bytes, at + 24))
                & NOT_ASCII)
            == 0) {
      at += 32;
    }
    return at;
  }

  /**
   * Returns the number of bytes of the code point at {@code at}, or 0 if it is not well-formed or
   * does not end before {@code end}.
   */
  public static int sequenceAt(byte[] bytes, int at, int end) {
    int first = bytes[at] & 0xFF;
    if (first < 0x80) {
      return 1;
    }
    int size = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (size == 0 || at + size > end) {
      return 0;
    }
    int second = bytes[at + 1] & 0xFF;
    int lowest = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    int highest = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (second < lowest || second > highest) {
      return 0;
    }
    for (int i = 2; i < size; i++) {
      if ((bytes[at + i] & 0xC0) != 0x80) {
        return 0;
      }
    }
    return size;
  }
}
