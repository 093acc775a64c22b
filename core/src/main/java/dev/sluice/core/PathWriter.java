package dev.sluice.core;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * Writes paths compactly. Each path is written without the prefix and suffix that it shares with
 * the previous one. Consecutively numbered paths take four bytes. Numbers and bytes may be written
 * between paths. {@link PathReader} reads the result. Not thread-safe.
 */
public final class PathWriter {
  private static final byte[] NONE = {};

  private byte[] bytes = new byte[256];
  private int size;
  private byte[] previous = NONE;

  /** Returns the number of bytes written so far. */
  public int size() {
    return size;
  }

  /** Writes a path. */
  public void writePath(String path) {
    byte[] next = path.getBytes(UTF_8);
    int mismatch = Arrays.mismatch(previous, next);
    int prefix = mismatch < 0 ? next.length : mismatch;
    int most = Math.min(previous.length, next.length) - prefix;
    int suffix = 0;
    while (suffix < most
        && previous[previous.length - 1 - suffix] == next[next.length - 1 - suffix]) {
      suffix++;
    }
    writeNumber(prefix);
    writeNumber(suffix);
    writeNumber(next.length - prefix - suffix);
    writeRaw(next, prefix, next.length - prefix - suffix);
    previous = next;
  }

  /** Restarts the compression. The next path is written in full, and a reader may start there. */
  public void restart() {
    previous = NONE;
  }

  /**
   * Writes a number with seven bits per byte. Small numbers take one byte, and negative ones take
   * ten.
   */
  public void writeNumber(long value) {
    ensure(10);
    size = Bytes.writeVarint(bytes, size, value);
  }

  /** Writes bytes. The reader must know how many there are. */
  public void writeRaw(byte[] source, int offset, int length) {
    ensure(length);
    System.arraycopy(source, offset, bytes, size, length);
    size += length;
  }

  /** Returns a copy of what was written. */
  public byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  private void ensure(int count) {
    if (count > bytes.length - size) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, count), grown()));
    }
  }

  private int grown() {
    return (int) Math.min(Integer.MAX_VALUE - 8L, bytes.length + (bytes.length >> 1));
  }
}
