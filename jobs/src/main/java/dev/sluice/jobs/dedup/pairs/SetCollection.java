package dev.sluice.jobs.dedup.pairs;

import dev.sluice.jobs.dedup.stage.SetSpill;
import java.io.IOException;

/** Reads documents again for the sets of those that are candidates. */
@FunctionalInterface
public interface SetCollection {
  /** Nobody asks for sets. */
  SetCollection NONE =
      sets -> {
        throw new IllegalStateException("no sets were to be read");
      };

  /**
   * Adds all sets that are wanted, from where the last mark was; then finishes.
   *
   * @throws InterruptedException when this thread is interrupted
   */
  void read(SetSpill sets) throws IOException, InterruptedException;
}
