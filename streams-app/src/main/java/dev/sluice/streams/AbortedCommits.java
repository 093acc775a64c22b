package dev.sluice.streams;

/**
 * Counts consecutive failed commits of a stream thread. A process that was suspended loses one
 * commit; a thread that keeps losing them would repeat the same records forever. Used by one
 * thread.
 */
final class AbortedCommits {
  /** Consecutive failures that a suspended process explains. */
  static final int AT_MOST = 5;

  private int inARow;

  /** Counts a failure. Returns whether there are more than {@link #AT_MOST} in a row. */
  boolean isTooMany() {
    return ++inARow > AT_MOST;
  }

  /** Records a successful commit. */
  void reset() {
    inARow = 0;
  }
}
