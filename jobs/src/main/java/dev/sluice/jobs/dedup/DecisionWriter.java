package dev.sluice.jobs.dedup;

import dev.sluice.core.Bytes;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes decisions in the order of documents: the difference of its number to the one before in the
 * chunk and that to the kept one's, zigzag, both with seven bits a byte, and the similarity as a
 * double. Not thread-safe.
 */
final class DecisionWriter implements Closeable {
  private static final int CHUNK_BYTES = 16 << 10;
  private static final int MAX_RECORD_BYTES = 28;

  private final ChunkWriter file;
  private final byte[] chunk = new byte[CHUNK_BYTES];
  private int filled = ChunkWriter.HEADER_BYTES;
  private int count;
  private long last;

  DecisionWriter(Path directory, String name) throws IOException {
    this.file = new ChunkWriter(directory, SpillFile.empty(name));
  }

  /**
   * Adds a document, larger than the one before.
   *
   * @param similarity no number where none is known
   */
  void add(long document, long kept, double similarity) throws IOException {
    if (filled > CHUNK_BYTES - MAX_RECORD_BYTES) {
      flush();
    }
    long difference = document - kept;
    filled = Bytes.writeVarint(chunk, filled, document - last);
    filled = Bytes.writeVarint(chunk, filled, difference << 1 ^ difference >> 63);
    Bytes.writeLong(chunk, filled, Double.doubleToRawLongBits(similarity));
    filled += Long.BYTES;
    last = document;
    count++;
  }

  private void flush() throws IOException {
    file.append(chunk, filled, count);
    filled = ChunkWriter.HEADER_BYTES;
    count = 0;
    last = 0;
  }

  /** Writes what is open; what is in the file then. */
  SpillFile finish() throws IOException {
    flush();
    return file.written();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
