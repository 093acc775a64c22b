package dev.sluice.jobs.dedup.stage;

import dev.sluice.jobs.dedup.spill.DamagedSpillException;

/** Receives the progress, from any thread, one at a time. */
public interface DedupProgress {
  /** Ignores it. */
  DedupProgress NONE = new DedupProgress() {};

  /**
   * Part of a stage is done.
   *
   * @param done of {@code total}: parts, pairs or documents, depending on the stage
   * @param total 0 if unknown
   */
  default void advanced(DedupStage stage, long done, long total) {}

  /**
   * A temporary file is damaged.
   *
   * @param damage naming the file
   * @param from the stage that is repeated
   */
  default void goesBack(DamagedSpillException damage, DedupStage from) {}
}
