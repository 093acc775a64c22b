package dev.sluice.jobs.split;

import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Reads the lines of a packed file, with their line feeds, and stands on one at a time. Memory: the
 * longest line. Not thread-safe.
 */
final class PackedLines implements Closeable {
  /** Of the longest line. */
  static final int MOST_BYTES = 64 << 20;

  private static final int FIRST_BYTES = 256 << 10;

  private final TextFile file;
  private final InputStream in;
  private byte[] buffer = new byte[FIRST_BYTES];
  private int start;
  private int end;
  private int filled;
  private long read;
  private long row;

  /**
   * Opens a file and stands on a line.
   *
   * @throws SourceFormatException when it cannot be unpacked up to there
   */
  PackedLines(TextFile file, CutPosition position, LongConsumer progress) throws IOException {
    this.file = file;
    InputStream stored = new ProgressStream(Files.newInputStream(file.path()), progress);
    try {
      this.in = LineCount.unpacked(file, stored);
      in.skipNBytes(position.unit());
    } catch (IOException e) {
      stored.close();
      throw LineCount.broken(file, position.unit(), e);
    }
    this.read = position.unit();
    this.row = position.row();
    load();
  }

  /** Goes to the next line, if there is one. */
  void advance() throws IOException {
    row++;
    start = end;
    load();
  }

  private void load() throws IOException {
    int scanned = start;
    while (true) {
      int feed = feed(scanned);
      if (feed >= 0) {
        end = feed + 1;
        return;
      }
      scanned = filled - start;
      makeRoom();
      int count = fill();
      if (count < 0) {
        end = filled;
        return;
      }
      filled += count;
      read += count;
    }
  }

  private int feed(int from) {
    for (int i = from; i < filled; i++) {
      if (buffer[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  /** Moves the line's beginning to the buffer's, which grows where that is not enough. */
  private void makeRoom() throws IOException {
    System.arraycopy(buffer, start, buffer, 0, filled - start);
    filled -= start;
    start = 0;
    if (filled == buffer.length) {
      if (filled >= MOST_BYTES) {
        throw new SourceFormatException(
            file.path(),
            "line %d is longer than %d MiB: unpacked, lines of any length can be cut"
                .formatted(row + 1, MOST_BYTES >> 20));
      }
      buffer = Arrays.copyOf(buffer, 2 * filled);
    }
  }

  private int fill() throws IOException {
    try {
      return in.read(buffer, filled, buffer.length - filled);
    } catch (IOException e) {
      throw LineCount.broken(file, read, e);
    }
  }

  /** Whether it stands on a line. */
  boolean hasLine() {
    return end > start;
  }

  byte[] buffer() {
    return buffer;
  }

  int offset() {
    return start;
  }

  int length() {
    return end - start;
  }

  /** Where the line begins. */
  CutPosition position() {
    return new CutPosition(read - (filled - start), row);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
