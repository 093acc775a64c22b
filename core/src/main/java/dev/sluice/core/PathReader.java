package dev.sluice.core;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * Reads what {@link PathWriter} has written. Checks every length: malformed input is an {@link
 * IllegalArgumentException}. Not thread-safe.
 */
public final class PathReader {
  private static final int LONGEST_PATH = 64 << 10;

  private final byte[] bytes;
  private int at;
  private byte[] path = {};

  /**
   * Creates a reader that starts at the beginning, or at a path that was written after a restart.
   */
  public PathReader(byte[] bytes, int at) {
    this.bytes = bytes;
    this.at = at;
  }

  /** Returns the position of the next value. */
  public int position() {
    return at;
  }

  /** Reads the next path. */
  public String readPath() {
    int prefix = readCount(path.length);
    int suffix = readCount(path.length - prefix);
    int middle = readCount(Math.min(bytes.length - at, LONGEST_PATH - prefix - suffix));
    byte[] next = Arrays.copyOf(path, prefix + middle + suffix);
    System.arraycopy(bytes, require(middle), next, prefix, middle);
    System.arraycopy(path, path.length - suffix, next, prefix + middle, suffix);
    at += middle;
    path = next;
    return new String(next, UTF_8);
  }

  /** Reads the next number. */
  public long readNumber() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte next = bytes[require(1)];
      at++;
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("more than 64 bits in the number before byte " + at);
  }

  /** Reads the next number. It must be from 0 to {@code most}. */
  public int readCount(int most) {
    long value = readNumber();
    if (value < 0 || value > most) {
      throw new IllegalArgumentException(
          "the number %d before byte %d must be from 0 to %d".formatted(value, at, most));
    }
    return (int) value;
  }

  /** Reads the next bytes. */
  public byte[] readRaw(int count) {
    int from = require(count);
    at += count;
    return Arrays.copyOfRange(bytes, from, at);
  }

  private int require(int count) {
    if (count > bytes.length - at) {
      throw new IllegalArgumentException("truncated at byte " + bytes.length);
    }
    return at;
  }
}
