package dev.sluice.jobs.dedup.clusters;

import dev.sluice.jobs.dedup.spill.LongSource;
import dev.sluice.jobs.dedup.spill.Pair;
import dev.sluice.jobs.dedup.spill.RunReader;
import dev.sluice.jobs.dedup.spill.RunWriter;
import dev.sluice.jobs.dedup.spill.SpillFile;
import dev.sluice.jobs.dedup.stage.DedupDirectory;
import dev.sluice.jobs.dedup.stage.DedupMemory;
import dev.sluice.jobs.dedup.stage.DedupState;
import dev.sluice.jobs.text.JobRefusedException;
import java.io.IOException;

/**
 * Builds clusters of documents that are paired with the same first document. Memory: one bit per
 * document.
 */
final class FirstComeClusterer {
  private final DedupDirectory directory;
  private final long[] joined;

  /**
   * @throws JobRefusedException if there is not enough memory for that
   */
  FirstComeClusterer(DedupDirectory directory, DedupMemory memory, long documents) {
    if (!memory.fitsJoining(documents, 0)) {
      throw new JobRefusedException(
          "clusters by first come take a bit for each of %,d documents, and %,d bytes are there: give more memory, or let pairs be connected"
              .formatted(documents, memory.usableBytes()));
    }
    this.directory = directory;
    this.joined = new long[(int) (documents / Long.SIZE + 1)];
  }

  /** Writes each document that joined a cluster, with the cluster's first document. */
  SpillFile join(SpillFile edges) throws IOException {
    try (LongSource pairs = new RunReader(directory.path(), edges);
        RunWriter stars = new RunWriter(directory.path(), DedupState.STARS)) {
      while (pairs.next()) {
        long document = Pair.first(pairs.value());
        if (!hasJoined(document) && !hasJoined(Pair.second(pairs.value()))) {
          joined[(int) (document >>> 6)] |= 1L << document;
          stars.add(pairs.value());
        }
      }
      return stars.finish();
    }
  }

  private boolean hasJoined(long document) {
    return (joined[(int) (document >>> 6)] & 1L << document) != 0;
  }
}
