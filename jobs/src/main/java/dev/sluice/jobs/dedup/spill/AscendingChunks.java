package dev.sluice.jobs.dedup.spill;

import dev.sluice.core.Bytes;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes records that start with an ascending number to a temporary file. The number is stored as
 * the difference from the previous one in its chunk, seven bits a byte. Not thread-safe. Memory: a
 * chunk.
 */
public final class AscendingChunks implements Closeable {
  /** Maximum size of a chunk. */
  static final int CHUNK_BYTES = 16 << 10;

  private final ChunkWriter file;
  private final byte[] chunk = new byte[CHUNK_BYTES];
  private int filled = ChunkWriter.HEADER_BYTES;
  private int count;
  private long last;

  public AscendingChunks(Path directory, String name) throws IOException {
    this.file = new ChunkWriter(directory, SpillFile.empty(name));
  }

  /**
   * Starts a record.
   *
   * @param number non-negative, and larger than the previous one
   * @param most maximum size of the record
   */
  public void begin(long number, int most) throws IOException {
    if (filled > CHUNK_BYTES - most) {
      flush();
    }
    addVarint(number - last);
    last = number;
    count++;
  }

  /** Appends a number with seven bits a byte. */
  public void addVarint(long number) {
    filled = Bytes.writeVarint(chunk, filled, number);
  }

  /** Appends eight bytes. */
  public void addLong(long number) {
    Bytes.writeLong(chunk, filled, number);
    filled += Long.BYTES;
  }

  private void flush() throws IOException {
    file.append(chunk, filled, count);
    filled = ChunkWriter.HEADER_BYTES;
    count = 0;
    last = 0;
  }

  /** Writes the open chunk, and returns what the file contains. */
  public SpillFile finish() throws IOException {
    flush();
    return file.written();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
