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

  /** The progress at one moment, to display. */
  interface ProgressLine {
    /**
     * All parts of the line except the bar.
     *
     * @param isLast whether no other follows
     */
    LineParts parts(boolean isLast);

    /** The fraction that is finished, from 0 to 1. */
    double done();

    /** Seconds since the start. */
    double seconds();
  }
}
