package dev.sluice.jobs.dedup.clusters;

import dev.sluice.core.Bytes;
import dev.sluice.jobs.dedup.DedupStages;
import dev.sluice.jobs.dedup.spill.ChunkReader;
import dev.sluice.jobs.dedup.spill.DamagedSpillException;
import dev.sluice.jobs.dedup.spill.SpillFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The decisions on all documents that have near-duplicates, including survivors, in input order.
 * Documents without a decision are kept. Not thread-safe. Memory: a chunk of 16 KiB.
 */
public final class ClusterDecisions implements Closeable {
  private final ChunkReader file;
  private int at;
  private int left;
  private long document;

  public ClusterDecisions(Path directory, SpillFile decisions) throws IOException {
    this.file = new ChunkReader(directory, decisions);
  }

  /**
   * The next decision; empty after the last.
   *
   * @throws DamagedSpillException if the file has changed since {@link DedupStages#decide}, which
   *     would rebuild it
   */
  public Optional<ClusterDecision> next() throws IOException {
    if (left == 0) {
      if (!file.next()) {
        return Optional.empty();
      }
      left = file.count();
      at = 0;
      document = 0;
    }
    left--;
    document += number();
    long zigzag = number();
    long kept = document - (zigzag >>> 1 ^ -(zigzag & 1));
    double similarity = Double.longBitsToDouble(Bytes.readLong(file.records(), at));
    at += Long.BYTES;
    return Optional.of(new ClusterDecision(document, kept, known(similarity)));
  }

  private static OptionalDouble known(double similarity) {
    return Double.isNaN(similarity) ? OptionalDouble.empty() : OptionalDouble.of(similarity);
  }

  private long number() {
    byte[] bytes = file.records();
    long number = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = bytes[at++];
      number |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return number;
      }
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
