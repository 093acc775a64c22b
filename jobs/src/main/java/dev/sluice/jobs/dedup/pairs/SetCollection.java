package dev.sluice.jobs.dedup.pairs;

import dev.sluice.jobs.dedup.stage.SetSpill;
import java.io.IOException;

/** Reads documents again to collect the shingle sets of candidates. */
@FunctionalInterface
public interface SetCollection {
  /** For requests without shingle sets. */
  SetCollection NONE =
      sets -> {
        throw new IllegalStateException("no sets were to be read");
      };

  /**
   * Adds all requested sets after the last checkpoint, then finishes.
   *
   * @throws InterruptedException if this thread is interrupted
   */
  void read(SetSpill sets) throws IOException, InterruptedException;
}
