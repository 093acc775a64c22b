package dev.sluice.app.progress;

/** Displays the progress of a job. Called by one thread at a time. */
interface ProgressDisplay {
  /** A display that shows nothing. */
  ProgressDisplay NONE = (now, isLast) -> {};

  /**
   * Displays a line, or skips it if the last line is recent enough.
   *
   * @param isLast whether no further line of this phase follows
   */
  void show(ProgressLine now, boolean isLast);

  /** The progress at one moment, to display. */
  interface ProgressLine {
    /**
     * Returns all parts of the line except the bar.
     *
     * @param isLast whether no further line follows
     */
    LineParts parts(boolean isLast);

    /** Returns the fraction that is finished, from 0 to 1. */
    double done();

    /** Returns the number of seconds since the start. */
    double seconds();
  }
}
