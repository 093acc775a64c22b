package dev.sluice.storage.text;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Cuts a stream into lines at each line feed. Holds one line, at most {@code maxBytes}: of a longer
 * one only that it is there is known. Not thread-safe.
 */
final class LineReader implements Closeable {
  private static final int FIRST_BYTES = 64 << 10;

  private final InputStream in;
  private final int maxBytes;
  private byte[] buffer;
  private int filled;
  private int start;
  private int end;
  private int next;
  private int scanned;
  private boolean tooLong;
  private boolean ended;
  private long number;

  LineReader(InputStream in, int maxBytes) {
    this.in = in;
    this.maxBytes = maxBytes;
    this.buffer = new byte[Math.min(FIRST_BYTES, maxBytes + 1)];
  }

  /** Goes to the next line; false behind the last. A last line without line feed is one. */
  boolean next() throws IOException {
    start = next;
    scanned = next;
    tooLong = false;
    while (true) {
      int feed = indexOfFeed();
      if (feed >= 0) {
        return line(feed, feed + 1);
      }
      if (!fill()) {
        next = filled;
        return (filled > start || tooLong) && line(filled, filled);
      }
    }
  }

  private boolean line(int lineEnd, int following) {
    end = lineEnd;
    next = following;
    tooLong |= end - start > maxBytes;
    number++;
    return true;
  }

  private int indexOfFeed() {
    for (int i = scanned; i < filled; i++) {
      if (buffer[i] == '\n') {
        return i;
      }
    }
    scanned = filled;
    return -1;
  }

  /** Reads more behind the line's beginning, which may move; false at the end of the stream. */
  private boolean fill() throws IOException {
    if (filled - start > maxBytes) {
      tooLong = true;
      start = filled;
    }
    if (start > 0) {
      System.arraycopy(buffer, start, buffer, 0, filled - start);
      filled -= start;
      scanned -= start;
      start = 0;
    }
    if (filled == buffer.length) {
      buffer = Arrays.copyOf(buffer, (int) Math.min(2L * buffer.length, maxBytes + 1L));
    }
    int count = ended ? -1 : in.read(buffer, filled, buffer.length - filled);
    ended = count < 0;
    filled += Math.max(0, count);
    return !ended;
  }

  /** The line's number, from 1. */
  long number() {
    return number;
  }

  /** Whether the line is longer than allowed; then its bytes are not there. */
  boolean isTooLong() {
    return tooLong;
  }

  /** Holds the line, until the next. */
  byte[] buffer() {
    return buffer;
  }

  int offset() {
    return start;
  }

  int length() {
    return end - start;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
