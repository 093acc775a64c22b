package dev.sluice.jobs.split;

import dev.sluice.storage.json.FileText;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Reads the lines of a compressed file, with their line feeds, one at a time. Memory: the longest
 * line. Not thread-safe.
 */
final class PackedLines implements Closeable {
  /** Maximum length of a line. */
  static final int MOST_BYTES = 64 << 20;

  private static final int FIRST_BYTES = 256 << 10;

  private final TextFile file;
  private final FileText text;
  private final LongConsumer progress;
  private byte[] buffer = new byte[FIRST_BYTES];
  private int start;
  private int end;
  private int filled;
  private long read;
  private long row;

  /**
   * Opens a file at the line of a position.
   *
   * @throws SourceFormatException if it cannot be decompressed up to there
   */
  PackedLines(TextFile file, CutPosition position, LongConsumer progress) throws IOException {
    this.file = file;
    this.progress = progress;
    this.text = FileText.open(file.path(), IoRetry.THREE_TIMES);
    try {
      text.stream().skipNBytes(position.unit());
    } catch (IOException e) {
      text.close();
      throw e;
    }
    this.read = position.unit();
    this.row = position.row();
    load();
  }

  /** Advances to the next line, if there is one. */
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

  /** Moves the line to the start of the buffer, and enlarges the buffer if necessary. */
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
    long before = text.bytesRead();
    int count = text.stream().read(buffer, filled, buffer.length - filled);
    progress.accept(text.bytesRead() - before);
    return count;
  }

  /** Whether it is at a line. */
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

  /** The start of the line. */
  CutPosition position() {
    return new CutPosition(read - (filled - start), row);
  }

  @Override
  public void close() throws IOException {
    text.close();
  }
}
