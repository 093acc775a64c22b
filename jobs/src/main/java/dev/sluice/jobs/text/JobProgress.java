package dev.sluice.jobs.text;

/** Receives the progress of a job. Called often, by any thread: must be thread-safe. */
@FunctionalInterface
public interface JobProgress {
  /** Ignores it. */
  JobProgress NONE = position -> {};

  /** The job has reached a position. */
  void reached(JobPosition position);

  /** The job continues after a problem that its user should know of. */
  default void warn(String message) {}
}
