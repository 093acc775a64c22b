package dev.sluice.jobs.dedup;

import dev.sluice.jobs.text.DamagedSpillException;
import dev.sluice.jobs.text.SpillReader;
import dev.sluice.jobs.text.SpillWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Reads the rows of a {@link SpillWriter} as records with a key. Memory: a chunk. Not thread-safe.
 */
final class RecordReader implements Closeable {
  private final SpillReader reader;
  private byte[] chunk = {};
  private int size;
  private int at;
  private int next;

  /**
   * @param bytes size of the file
   * @throws DamagedSpillException if the file is missing or has another size
   */
  RecordReader(Path file, long bytes) throws IOException {
    try {
      this.reader = new SpillReader(file, bytes);
    } catch (NoSuchFileException e) {
      throw new DamagedSpillException(file, "it is missing");
    }
  }

  /**
   * Moves to the next record, and returns false after the last.
   *
   * @throws DamagedSpillException if it is not what was written
   */
  boolean next() throws IOException {
    if (next == size) {
      if (!reader.next()) {
        return false;
      }
      size = reader.length();
      chunk = chunk.length < size ? new byte[size] : chunk;
      reader.readRows(chunk, 0);
      next = 0;
    }
    at = next;
    next = offset() + length();
    return true;
  }

  long key() {
    return SpillWriter.row(chunk, at);
  }

  /** Returns the array that holds the record. It is valid until the next call of {@link #next}. */
  byte[] bytes() {
    return chunk;
  }

  int offset() {
    return at + SpillWriter.ROW_HEADER_BYTES;
  }

  int length() {
    return SpillWriter.length(chunk, at);
  }

  /** Passes on the current record. */
  void passTo(SignedPiece.Receiver into) throws IOException, InterruptedException {
    into.add(key(), chunk, offset(), length());
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
