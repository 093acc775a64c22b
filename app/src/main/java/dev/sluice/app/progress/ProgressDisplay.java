package dev.sluice.app.progress;

/** Displays the progress of a job. Called by one thread at a time. */
interface ProgressDisplay {
  /** Displays nothing. */
  ProgressDisplay NONE = (now, isLast) -> {};

  /**
   * Displays a line, or skips it if the last one is recent enough.
   *
   * @param isLast whether no other follows, of this phase
   */
  void show(ProgressLine now, boolean isLast);

  /** The job has ended here; called once, after the last line was shown. */
  default void end(ProgressLine last) {}
}
