package dev.sluice.jobs.dedup;

import dev.sluice.neardup.RecordDecoder;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** The positions of what is removed, in input order. Not thread-safe. */
final class RemovedRows implements Closeable {
  private final RecordSort.Reader reader;
  private long next;

  RemovedRows(List<SpillFile> matches) throws IOException {
    this.reader = new RecordSort.Reader(matches);
    advance();
  }

  private void advance() throws IOException {
    do {
      next = reader.next() ? reader.key() : Long.MAX_VALUE;
    } while (next != Long.MAX_VALUE && !new RecordDecoder(reader.record()).match().isRemoval());
  }

  /** Skips what is in rows before this one. */
  void skip(long row) throws IOException {
    while (UnitPosition.row(next) < row) {
      advance();
    }
  }

  /** Takes what is in rows before this one. */
  long[] take(long row) throws IOException {
    long[] positions = new long[16];
    int size = 0;
    while (UnitPosition.row(next) < row) {
      if (size == positions.length) {
        positions = Arrays.copyOf(positions, 2 * size);
      }
      positions[size++] = next;
      advance();
    }
    return Arrays.copyOf(positions, size);
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
