package dev.sluice.jobs.dedup.clusters;

import dev.sluice.jobs.dedup.spill.AscendingChunks;
import dev.sluice.jobs.dedup.spill.SpillFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes decisions in the order of documents: the difference to the previous document in the chunk
 * and to the survivor, as zigzag varints, and the similarity as a double. Not thread-safe.
 */
final class ClusterDecisionWriter implements Closeable {
  private static final int MAX_RECORD_BYTES = 28;

  private final AscendingChunks chunks;

  ClusterDecisionWriter(Path directory, String name) throws IOException {
    this.chunks = new AscendingChunks(directory, name);
  }

  /**
   * Adds a document, in ascending order.
   *
   * @param similarity NaN if unknown
   */
  void add(long document, long kept, double similarity) throws IOException {
    long difference = document - kept;
    chunks.begin(document, MAX_RECORD_BYTES);
    chunks.addVarint(difference << 1 ^ difference >> 63);
    chunks.addLong(Double.doubleToRawLongBits(similarity));
  }

  /** Writes the open chunk and returns the content of the file. */
  SpillFile finish() throws IOException {
    return chunks.finish();
  }

  @Override
  public void close() throws IOException {
    chunks.close();
  }
}
