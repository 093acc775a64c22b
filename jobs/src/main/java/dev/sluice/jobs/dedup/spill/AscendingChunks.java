package dev.sluice.jobs.dedup.spill;

import dev.sluice.core.Bytes;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes records that begin with an ascending number to a temporary file: the number as its
 * difference to the one before in its chunk, seven bits a byte. Not thread-safe; memory: a chunk.
 */
public final class AscendingChunks implements Closeable {
  /** The bytes of the largest chunk. */
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
   * Begins a record.
   *
   * @param number larger than the one before, and not negative
   * @param most the bytes that the record takes at most
   */
  public void begin(long number, int most) throws IOException {
    if (filled > CHUNK_BYTES - most) {
      flush();
    }
    addVarint(number - last);
    last = number;
    count++;
  }

  /** Adds to the record, seven bits a byte. */
  public void addVarint(long number) {
    filled = Bytes.writeVarint(chunk, filled, number);
  }

  /** Adds eight bytes to the record. */
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

  /** Writes what is open; what is in the file then. */
  public SpillFile finish() throws IOException {
    flush();
    return file.written();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
