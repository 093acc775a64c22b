package dev.sluice.jobs.dedup.stage;

import dev.sluice.jobs.dedup.spill.DamagedSpillException;

/** Told how far it is, by any thread, one at a time. */
public interface DedupProgress {
  /** Nobody wants to know. */
  DedupProgress NONE = new DedupProgress() {};

  /**
   * Some work of a stage is done.
   *
   * @param done of {@code total}: parts, pairs or documents; what it counts depends on the stage
   * @param total 0 where it is not known
   */
  default void advanced(DedupStage stage, long done, long total) {}

  /**
   * A temporary file turned out damaged.
   *
   * @param damage naming the file
   * @param from the stage that is done again
   */
  default void goesBack(DamagedSpillException damage, DedupStage from) {}
}
