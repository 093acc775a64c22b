package dev.sluice.jobs.dedup.pairs;

import java.io.Closeable;
import java.io.IOException;

/** Compares the documents of pairs. Used by one thread at a time. */
interface PairComparer extends Closeable {
  /** Creates one. */
  @FunctionalInterface
  interface Factory {
    PairComparer open() throws IOException;
  }

  /**
   * Compares the first {@code size} pairs.
   *
   * @param similarities receives the similarity of each, 0 to 1
   */
  void compare(long[] pairs, int size, double[] similarities) throws IOException;
}
