package dev.sluice.jobs.dedup.clusters;

import dev.sluice.jobs.dedup.spill.AscendingChunks;
import dev.sluice.jobs.dedup.spill.SpillFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes decisions in the order of documents: the difference of its number to the one before in the
 * chunk and that to the kept one's, zigzag, both with seven bits a byte, and the similarity as a
 * double. Not thread-safe.
 */
final class ClusterDecisionWriter implements Closeable {
  private static final int MAX_RECORD_BYTES = 28;

  private final AscendingChunks chunks;

  ClusterDecisionWriter(Path directory, String name) throws IOException {
    this.chunks = new AscendingChunks(directory, name);
  }

  /**
   * Adds a document, larger than the one before.
   *
   * @param similarity no number where none is known
   */
  void add(long document, long kept, double similarity) throws IOException {
    long difference = document - kept;
    chunks.begin(document, MAX_RECORD_BYTES);
    chunks.addVarint(difference << 1 ^ difference >> 63);
    chunks.addLong(Double.doubleToRawLongBits(similarity));
  }

  /** Writes what is open; what is in the file then. */
  SpillFile finish() throws IOException {
    return chunks.finish();
  }

  @Override
  public void close() throws IOException {
    chunks.close();
  }
}
