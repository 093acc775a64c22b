package dev.sluice.jobs.text;

import java.util.List;

/**
 * Receives the progress of a job. Called often and by any thread, so implementations must be
 * thread-safe.
 */
@FunctionalInterface
public interface JobProgress {
  /** A receiver that ignores all progress. */
  JobProgress NONE = position -> {};

  /**
   * Receives all phases of the job, in order. Not called by all jobs, and never after the first
   * position.
   */
  default void plan(List<JobPhase> phases) {}

  /** Called when the job has reached a position. */
  void reached(JobPosition position);

  /** Called when the job continues after a problem of which the user should know. */
  default void warn(String message) {}
}
