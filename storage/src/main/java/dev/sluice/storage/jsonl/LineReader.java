package dev.sluice.storage.jsonl;

import java.io.IOException;
import java.util.Optional;

/**
 * Splits a stream into lines at each line feed. Holds one line of at most {@code maxBytes}; a
 * longer line is only counted. Not thread-safe.
 */
final class LineReader implements JsonCutter {
  private final ByteWindow window;
  private final int maxBytes;
  private int length;
  private int taken;
  private boolean tooLong;
  private long number;

  /**
   * @param window starts at the line, until the next one
   */
  LineReader(ByteWindow window, int maxBytes) {
    this.window = window;
    this.maxBytes = maxBytes;
  }

  /** Advances to the next line; false after the last. A last line need not end with a line feed. */
  @Override
  public boolean next() throws IOException {
    window.drop(taken);
    taken = 0;
    tooLong = false;
    int searched = 0;
    while (true) {
      int feed = window.indexOfFeed(searched);
      if (feed >= 0) {
        return line(feed, feed + 1);
      }
      searched = window.length();
      if (window.isFull()) {
        tooLong = true;
        window.drop(searched);
        searched = 0;
      }
      if (!window.fill()) {
        return (searched > 0 || tooLong) && line(searched, searched);
      }
    }
  }

  private boolean line(int bytes, int bytesTaken) {
    length = bytes;
    taken = bytesTaken;
    tooLong |= length > maxBytes;
    number++;
    return true;
  }

  /** The line's number, from 1. */
  @Override
  public long number() {
    return number;
  }

  @Override
  public long reached() {
    return number + 1;
  }

  /** Whether the line exceeds the maximum; its bytes are not available then. */
  boolean isTooLong() {
    return tooLong;
  }

  @Override
  public Optional<String> problem() {
    return tooLong
        ? Optional.of("a line of more than %d bytes".formatted(maxBytes))
        : Optional.empty();
  }

  @Override
  public int length() {
    return length;
  }
}
