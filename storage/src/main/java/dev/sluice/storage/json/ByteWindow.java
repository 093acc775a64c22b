package dev.sluice.storage.json;

import dev.sluice.core.Bytes;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * A window over the bytes of a stream that have been read. It begins at the current position.
 * Offsets are relative to the current position. Holds at most {@code maxBytes + 1} bytes. Not
 * thread-safe.
 */
final class ByteWindow implements Closeable {
  private static final int FIRST_BYTES = 256 << 10;

  /** The bytes move to the front of the array if less space than this is left after them. */
  private static final int LEAST_ROOM = 64 << 10;

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH = 0x8080808080808080L;
  private static final long FEEDS = '\n' * ONES;

  private final InputStream in;
  private final int maxBytes;
  private byte[] bytes;
  private int start;
  private int filled;
  private boolean ended;

  ByteWindow(InputStream in, int maxBytes) {
    this.in = in;
    this.maxBytes = maxBytes;
    this.bytes = new byte[(int) Math.min(FIRST_BYTES, maxBytes + 1L)];
  }

  /** Returns the array that holds the bytes. It is valid until {@link #fill}. */
  byte[] bytes() {
    return bytes;
  }

  /** Returns the index of the first byte in the array. */
  int start() {
    return start;
  }

  /** Returns the number of bytes in the window. */
  int length() {
    return filled - start;
  }

  /** Advances the current position. */
  void drop(int count) {
    start += count;
  }

  /**
   * Returns whether the window has reached its maximum. If so, bytes must be dropped before more
   * can be read.
   */
  boolean isFull() {
    return length() > maxBytes;
  }

  /** Returns the byte at an offset. The offset must be in the window. */
  byte at(int place) {
    return bytes[start + place];
  }

  /** Returns whether the window includes an offset. More is read if this is needed and possible. */
  boolean has(int place) throws IOException {
    while (place >= length()) {
      if (isFull() || !fill()) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the window starts with these bytes. More is read if this is needed. */
  boolean startsWith(byte[] wanted) throws IOException {
    for (int i = 0; i < wanted.length; i++) {
      if (!has(i) || at(i) != wanted[i]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Reads until the window has twice as many bytes or is full. It returns false if there are no
   * more bytes.
   */
  boolean isDoubled() throws IOException {
    int had = length();
    while (length() / 2 < had && !isFull() && fill()) {
      continue;
    }
    return length() > had;
  }

  /** Reads more bytes into a window that is not full. It returns false at the end of the stream. */
  boolean fill() throws IOException {
    if (start == filled || bytes.length - filled < LEAST_ROOM) {
      System.arraycopy(bytes, start, bytes, 0, filled - start);
      filled -= start;
      start = 0;
    }
    if (filled == bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(2L * bytes.length, maxBytes + 1L));
    }
    int count = ended ? -1 : in.read(bytes, filled, bytes.length - filled);
    ended = count < 0;
    filled += Math.max(0, count);
    return !ended;
  }

  /**
   * Returns the offset of the first line feed at or after an offset, or -1 if the window has none.
   */
  int indexOfFeed(int from) {
    int at = start + from;
    for (; at + Long.BYTES <= filled; at += Long.BYTES) {
      long others = Bytes.readLong(bytes, at) ^ FEEDS;
      long found = (others - ONES) & ~others & HIGH;
      if (found != 0) {
        return at + (Long.numberOfTrailingZeros(found) >>> 3) - start;
      }
    }
    for (; at < filled; at++) {
      if (bytes[at] == '\n') {
        return at - start;
      }
    }
    return -1;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
