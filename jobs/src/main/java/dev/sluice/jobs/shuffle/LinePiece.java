package dev.sluice.jobs.shuffle;

import dev.sluice.core.Bytes;
import java.io.IOException;

/** Complete lines in an array. The line feed is not part of a line. */
final class LinePiece implements PieceSource.RowPiece {
  private static final long FEEDS = 0x0A0A0A0A0A0A0A0AL;
  private static final long LOW_BITS = 0x7F7F7F7F7F7F7F7FL;

  private final byte[] bytes;
  private final int offset;
  private final int end;
  private final long rows;
  private final Runnable release;

  /**
   * @param end after the last line feed, or after a last line without one
   * @param release called when the array is no longer needed
   */
  LinePiece(byte[] bytes, int offset, int end, Runnable release) {
    this.bytes = bytes;
    this.offset = offset;
    this.end = end;
    this.rows = countFeeds() + (bytes[end - 1] == '\n' ? 0 : 1);
    this.release = release;
  }

  @Override
  public long rows() {
    return rows;
  }

  private long countFeeds() {
    long count = 0;
    int at = offset;
    for (; at <= end - Long.BYTES; at += Long.BYTES) {
      count += Long.bitCount(feeds(at));
    }
    for (; at < end; at++) {
      count += bytes[at] == '\n' ? 1 : 0;
    }
    return count;
  }

  /** Sets the high bit of each of the eight bytes that is a line feed. */
  private long feeds(int at) {
    long other = Bytes.readLong(bytes, at) ^ FEEDS;
    return ~((other & LOW_BITS) + LOW_BITS | other | LOW_BITS);
  }

  @Override
  public void scatter(long first, KeyedRowConsumer taker) throws IOException {
    try {
      int start = offset;
      long row = first;
      int at = offset;
      for (; at <= end - Long.BYTES; at += Long.BYTES) {
        for (long found = feeds(at); found != 0; found &= found - 1) {
          int feed = at + (Long.numberOfTrailingZeros(found) >>> 3);
          taker.take(row++, bytes, start, feed - start);
          start = feed + 1;
        }
      }
      for (; at < end; at++) {
        if (bytes[at] == '\n') {
          taker.take(row++, bytes, start, at - start);
          start = at + 1;
        }
      }
      if (start < end) {
        taker.take(row, bytes, start, end - start);
      }
    } finally {
      release.run();
    }
  }
}
