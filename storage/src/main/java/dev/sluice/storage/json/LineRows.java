package dev.sluice.storage.json;

import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.rows.RowProblem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The lines of a file, decompressed but not parsed. Blank lines are rows, too. Memory: twice the
 * longest line. Not thread-safe.
 */
public final class LineRows extends WindowRows {
  private final int maxBytes;
  private final int feedBytes;
  private long row = -1;
  private int length;
  private int taken;
  private long size;

  private LineRows(Path file, FileText text, int maxBytes, int feedBytes) {
    super(file, text, maxBytes);
    this.maxBytes = maxBytes;
    this.feedBytes = feedBytes;
  }

  /**
   * Opens a file of any bytes. Its lines come without their line feeds.
   *
   * @param maxBytes maximum size of a line; larger ones are reported as problems
   * @param retry how opening the file and each read are retried
   * @throws dev.sluice.storage.page.SourceFormatException if the file cannot be decompressed
   * @throws IOException if the file cannot be read
   */
  public static LineRows open(Path file, int maxBytes, IoRetry retry) throws IOException {
    return new LineRows(file, FileText.openBytes(file, retry), maxBytes, 0);
  }

  /**
   * Opens a text in UTF-8. Its lines keep their line feeds, so that the concatenated lines are the
   * text.
   */
  public static LineRows openWhole(Path file, int maxBytes, IoRetry retry) throws IOException {
    return new LineRows(file, FileText.open(file, retry), maxBytes, 1);
  }

  @Override
  public boolean next() throws IOException {
    window.drop(taken);
    taken = 0;
    long passed = 0;
    int searched = 0;
    int feed = window.indexOfFeed(0);
    while (feed < 0) {
      searched = window.length();
      if (window.isFull()) {
        window.drop(searched);
        passed += searched;
        searched = 0;
      }
      if (!window.fill()) {
        return take(passed, window.length(), 0);
      }
      feed = window.indexOfFeed(searched);
    }
    return take(passed, feed, 1);
  }

  private boolean take(long passed, int here, int feeds) {
    length = here + Math.min(feeds, feedBytes);
    taken = here + feeds;
    size = passed + length;
    boolean isLine = passed + taken > 0;
    row += isLine ? 1 : 0;
    return isLine;
  }

  @Override
  public long row() {
    return row;
  }

  @Override
  public long line() {
    return row + 1;
  }

  @Override
  public Optional<RowProblem> problem() {
    return size > maxBytes ? Optional.of(RowProblem.tooLarge(size, maxBytes)) : Optional.empty();
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public int length() {
    return length;
  }
}
