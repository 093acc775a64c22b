package dev.sluice.core;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * Writes paths compactly: each as its difference to the previous one, without their common prefix
 * and suffix. Consecutively numbered paths take four bytes. Numbers and bytes may be written
 * between them. {@link PathReader} is the inverse. Not thread-safe.
 */
public final class PathWriter {
  private static final byte[] NONE = {};

  private byte[] bytes = new byte[256];
  private int size;
  private byte[] previous = NONE;

  /** Bytes written so far. */
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

  /** Restarts: the next path is written in full, so that a reader may start there. */
  public void restart() {
    previous = NONE;
  }

  /** Writes seven bits of the number per byte: small numbers take one byte, negative ones ten. */
  public void writeNumber(long value) {
    ensure(10);
    size = Bytes.writeVarint(bytes, size, value);
  }

  /** Writes bytes; their reader must know how many. */
  public void writeRaw(byte[] source, int offset, int length) {
    ensure(length);
    System.arraycopy(source, offset, bytes, size, length);
    size += length;
  }

  /** A copy of what was written. */
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
