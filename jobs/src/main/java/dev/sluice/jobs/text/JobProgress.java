package dev.sluice.jobs.text;

import java.util.List;

/** Receives the progress of a job. Called often, by any thread: must be thread-safe. */
@FunctionalInterface
public interface JobProgress {
  /** Ignores it. */
  JobProgress NONE = position -> {};

  /** Receives all phases of the job, in order. If called, then before the first position. */
  default void plan(List<JobPhase> phases) {}

  /** The job has reached a position. */
  void reached(JobPosition position);

  /** The job continues after a problem that its user should know of. */
  default void warn(String message) {}
}
