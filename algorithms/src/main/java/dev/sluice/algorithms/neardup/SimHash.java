package dev.sluice.algorithms.neardup;

import java.util.Arrays;

/**
 * Computes fingerprints of 64 bits. Similar sets of features have fingerprints that differ in few
 * bits (Charikar: Similarity Estimation Techniques from Rounding Algorithms, STOC 2002; Manku,
 * Jain, Das Sarma: Detecting Near-Duplicates for Web Crawling, WWW 2007). A bit is 1 if features
 * whose hashes have a 1 there are more than the others; ties give 0.
 *
 * <p>Features are counted bit-sliced, 64 counters at once: about six operations each. Memory: about
 * 1 KB. Not thread-safe.
 */
public final class SimHash {
  private static final int PLANES = 8;
  private static final int MOST_WAITING = (1 << PLANES) - 1;

  private final long[] planes = new long[PLANES]; // plane p: bit p of each of 64 counters
  private final long[] ones = new long[Long.SIZE];
  private int waiting;
  private long features;

  /** Removes all features. */
  public void clear() {
    Arrays.fill(planes, 0);
    Arrays.fill(ones, 0);
    waiting = 0;
    features = 0;
  }

  /** Adds a feature. A feature may be added several times. */
  public void add(long hash) {
    if (waiting == MOST_WAITING) {
      count();
    }
    long carry = hash;
    for (int plane = 0; carry != 0; plane++) {
      long before = planes[plane];
      planes[plane] = before ^ carry;
      carry &= before;
    }
    waiting++;
    features++;
  }

  private void count() {
    for (int bit = 0; bit < Long.SIZE; bit++) {
      long counted = 0;
      for (int plane = 0; plane < PLANES; plane++) {
        counted |= (planes[plane] >>> bit & 1) << plane;
      }
      ones[bit] += counted;
    }
    Arrays.fill(planes, 0);
    waiting = 0;
  }

  /**
   * Returns the fingerprint of all features that were added since the last {@link #clear}, or 0 if
   * there are none.
   */
  public long fingerprint() {
    count();
    long fingerprint = 0;
    for (int bit = 0; bit < Long.SIZE; bit++) {
      fingerprint |= 2 * ones[bit] > features ? 1L << bit : 0;
    }
    return fingerprint;
  }
}
