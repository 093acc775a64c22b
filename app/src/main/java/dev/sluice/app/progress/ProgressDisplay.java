package dev.sluice.app.progress;

/** Shows how far a job is. Called by one thread at a time. */
interface ProgressDisplay {
  /** Shows nothing. */
  ProgressDisplay NONE = (now, isLast) -> {};

  /**
   * Shows a moment, or leaves it out when the one before is recent enough.
   *
   * @param isLast whether none will follow
   */
  void show(ProgressSnapshot now, boolean isLast);
}
