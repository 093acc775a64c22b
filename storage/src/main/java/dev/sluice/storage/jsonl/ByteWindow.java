package dev.sluice.storage.jsonl;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The bytes of a stream that are being looked at: those from a place on that was reached, as far as
 * they have been read. Places are counted from there. Holds at most one byte more than {@code
 * maxBytes}. Not thread-safe.
 */
final class ByteWindow implements Closeable {
  private static final int FIRST_BYTES = 256 << 10;

  /** With less room than this behind them, the bytes move to the front. */
  private static final int LEAST_ROOM = 64 << 10;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH = 0x8080808080808080L;
  private static final long FEEDS = '\n' * ONES;

  private final InputStream in;
  private final int maxBytes;
  private byte[] bytes;
  private int start;
  private int filled;
  private boolean ended;
  private long passed;

  ByteWindow(InputStream in, int maxBytes) {
    this.in = in;
    this.maxBytes = maxBytes;
    this.bytes = new byte[(int) Math.min(FIRST_BYTES, maxBytes + 1L)];
  }

  /** Holds the bytes, until {@link #fill}. */
  byte[] bytes() {
    return bytes;
  }

  /** Where in the array they begin. */
  int start() {
    return start;
  }

  /** How many there are. */
  int length() {
    return filled - start;
  }

  /** Goes on by as many bytes. */
  void drop(int count) {
    start += count;
    passed += count;
  }

  /** How many bytes it has gone on by. */
  long passed() {
    return passed;
  }

  /** Whether there are more than are allowed: no more can be read before some are dropped. */
  boolean isFull() {
    return length() > maxBytes;
  }

  /** Reads more of a window that is not full; false at the end of the stream. */
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

  /** The place of the first line feed from a place on; -1 when none is there. */
  int indexOfFeed(int from) {
    int at = start + from;
    for (; at + Long.BYTES <= filled; at += Long.BYTES) {
      long others = (long) LONG.get(bytes, at) ^ FEEDS;
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
