package dev.sluice.jobs.split;

import dev.sluice.storage.json.FileText;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.rows.RowProblem;
import dev.sluice.storage.rows.RowSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * The lines of a file, unpacked and with their line feeds, but not parsed: blank lines are rows,
 * too. Memory: twice the longest line. Not thread-safe.
 */
final class RawLines implements RowSource {
  private static final int FIRST_BYTES = 256 << 10;

  private final Path file;
  private final int maxBytes;
  private final FileText text;
  private byte[] buffer = new byte[FIRST_BYTES];
  private int start;
  private int end;
  private int filled;
  private long row = -1;

  /**
   * @param maxBytes a longer line makes the file unusable
   * @throws SourceFormatException if it cannot be decompressed
   */
  RawLines(Path file, int maxBytes) throws IOException {
    this.file = file;
    this.maxBytes = maxBytes;
    this.text = FileText.open(file, IoRetry.THREE_TIMES);
  }

  @Override
  public boolean next() throws IOException {
    start = end;
    int scanned = start;
    while (!endsLine(scanned)) {
      scanned = filled - start;
      makeRoom();
      int count = text.stream().read(buffer, filled, buffer.length - filled);
      if (count < 0) {
        end = filled;
        row += end > start ? 1 : 0;
        return end > start;
      }
      filled += count;
    }
    row++;
    return true;
  }

  private boolean endsLine(int from) {
    for (int i = from; i < filled; i++) {
      if (buffer[i] == '\n') {
        end = i + 1;
        return true;
      }
    }
    return false;
  }

  /** Moves the line to the start of the buffer, and enlarges the buffer if necessary. */
  private void makeRoom() throws IOException {
    System.arraycopy(buffer, start, buffer, 0, filled - start);
    filled -= start;
    start = 0;
    if (filled == buffer.length) {
      if (filled >= maxBytes) {
        throw new SourceFormatException(
            file, "line %d is longer than %d MiB".formatted(row + 2, maxBytes >> 20));
      }
      buffer = Arrays.copyOf(buffer, 2 * filled);
    }
  }

  @Override
  public void skipTo(long wanted) throws IOException {
    boolean more = true;
    while (more && row + 1 < wanted) {
      more = next();
    }
  }

  @Override
  public Path file() {
    return file;
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
    return Optional.empty();
  }

  @Override
  public long size() {
    return length();
  }

  @Override
  public byte[] buffer() {
    return buffer;
  }

  @Override
  public int offset() {
    return start;
  }

  @Override
  public int length() {
    return end - start;
  }

  @Override
  public long bytesRead() {
    return text.bytesRead();
  }

  @Override
  public void close() throws IOException {
    text.close();
  }
}
