package dev.sluice.streams;

/**
 * Counts the commits of a stream thread that came to nothing, since the last one that did not. A
 * process that stood still loses one; a thread that loses one after the other would repeat the same
 * records for ever. Used by that thread alone.
 */
final class AbortedCommits {
  /** How many in a row are taken for standstills. */
  static final int AT_MOST = 5;

  private int inARow;

  /** Counts one more; whether that is more than a standstill explains. */
  boolean isOneTooMany() {
    return ++inARow > AT_MOST;
  }

  /** Notes a commit that succeeded. */
  void reset() {
    inARow = 0;
  }
}
