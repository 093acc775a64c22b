package dev.sluice.jobs.dedup.spill;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes ascending numbers to a temporary file, each as its difference to the one before in its
 * chunk, seven bits a byte. Not thread-safe; memory: a chunk of 16 KiB.
 */
public final class RunWriter implements Closeable {
  /** The bytes of the largest chunk. */
  public static final int CHUNK_BYTES = AscendingChunks.CHUNK_BYTES;

  private static final int MAX_NUMBER_BYTES = 10;

  private final AscendingChunks chunks;

  public RunWriter(Path directory, String name) throws IOException {
    this.chunks = new AscendingChunks(directory, name);
  }

  /** Adds a number that is larger than the one before, and not negative. */
  public void add(long number) throws IOException {
    chunks.begin(number, MAX_NUMBER_BYTES);
  }

  /** Writes what is open; what is in the file then. */
  public SpillFile finish() throws IOException {
    return chunks.finish();
  }

  @Override
  public void close() throws IOException {
    chunks.close();
  }
}
