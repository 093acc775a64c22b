package dev.sluice.jobs.dedup;

import dev.sluice.core.Bytes;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes ascending numbers to a temporary file, each as its difference to the one before in its
 * chunk, seven bits a byte. Not thread-safe; memory: a chunk of 16 KiB.
 */
final class RunWriter implements Closeable {
  /** The bytes of the largest chunk. */
  static final int CHUNK_BYTES = 16 << 10;

  private static final int MAX_NUMBER_BYTES = 10;

  private final ChunkWriter file;
  private final byte[] chunk = new byte[CHUNK_BYTES];
  private int filled = ChunkWriter.HEADER_BYTES;
  private int count;
  private long last;

  RunWriter(Path directory, String name) throws IOException {
    this.file = new ChunkWriter(directory, SpillFile.empty(name));
  }

  /** Adds a number that is larger than the one before, and not negative. */
  void add(long number) throws IOException {
    if (filled > CHUNK_BYTES - MAX_NUMBER_BYTES) {
      flush();
    }
    filled = Bytes.writeVarint(chunk, filled, number - last);
    last = number;
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
