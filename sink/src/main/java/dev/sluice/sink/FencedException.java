package dev.sluice.sink;

import java.io.IOException;

/**
 * Thrown if a take-down has taken the number of a cut. The rows of the cut were not compared with
 * the entries of this take-down, so the partition must be written again from its last cut. Shards
 * that were published for the cut stay, because another sink may have recorded the same bytes: the
 * next cut that removes rows from them deletes them, or the next change of the output does.
 */
final class FencedException extends IOException {
  private static final long serialVersionUID = 1L;

  FencedException(String partition) {
    super("a take-down has taken the number of the next cut of " + partition);
  }
}
