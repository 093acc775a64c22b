package dev.sluice.jobs.dedup.spill;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes ascending numbers to a temporary file, each as the difference from the previous one in its
 * chunk, seven bits a byte. Not thread-safe. Memory: a chunk of 16 KiB.
 */
public final class RunWriter implements Closeable {
  /** Maximum size of a chunk. */
  public static final int CHUNK_BYTES = AscendingChunks.CHUNK_BYTES;

  private static final int MAX_NUMBER_BYTES = 10;

  private final AscendingChunks chunks;

  public RunWriter(Path directory, String name) throws IOException {
    this.chunks = new AscendingChunks(directory, name);
  }

  /** Appends a number: non-negative, and larger than the previous one. */
  public void add(long number) throws IOException {
    chunks.begin(number, MAX_NUMBER_BYTES);
  }

  /** Writes the open chunk, and returns what the file contains. */
  public SpillFile finish() throws IOException {
    return chunks.finish();
  }

  @Override
  public void close() throws IOException {
    chunks.close();
  }
}
