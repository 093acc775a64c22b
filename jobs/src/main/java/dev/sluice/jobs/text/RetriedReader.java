package dev.sluice.jobs.text;

import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.text.RejectedRow;
import dev.sluice.storage.text.TextReader;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Reads a file's texts. After an I/O error, reopens the file and continues after the last row: up
 * to three times, after 1, 2 and 4 seconds. Not thread-safe.
 */
final class RetriedReader implements Closeable {
  static final IoRetry THREE_TIMES = new IoRetry(3, Duration.ofSeconds(1));

  private final Opening opening;
  private final IoRetry retry;
  private Optional<TextReader> reader = Optional.empty();
  private long lastRow = -1;

  /** Opens the file from its beginning. */
  @FunctionalInterface
  interface Opening {
    TextReader open() throws IOException;
  }

  RetriedReader(Opening opening, IoRetry retry) {
    this.opening = opening;
    this.retry = retry;
  }

  /** Moves to the next usable row; false after the last. */
  boolean next() throws IOException, InterruptedException {
    return retry.call(this::attempt);
  }

  private boolean attempt() throws IOException {
    try {
      if (reader.isEmpty()) {
        reader = Optional.of(opening.open());
      }
      TextReader open = reader.get();
      boolean more = open.next();
      while (more && open.row() <= lastRow) {
        more = open.next();
      }
      lastRow = more ? open.row() : lastRow;
      return more;
    } catch (IOException e) {
      if (IoRetry.canMend(e)) {
        close();
        reader = Optional.empty();
      }
      throw e;
    }
  }

  /** The current row. */
  TextReader row() {
    return reader.orElseThrow();
  }

  /** Approximate number of bytes read of the file. */
  long bytesRead() {
    return reader.map(TextReader::bytesRead).orElse(0L);
  }

  /** Number of rows rejected so far. */
  long rejected() {
    return reader.map(TextReader::rejected).orElse(0L);
  }

  /** The first of these. */
  List<RejectedRow> rejections() {
    return reader.map(TextReader::rejections).orElse(List.of());
  }

  @Override
  public void close() throws IOException {
    if (reader.isPresent()) {
      reader.get().close();
    }
  }
}
