package dev.sluice.algorithms.neardup;

import java.util.Arrays;
import java.util.OptionalLong;

/**
 * Computes 64-bit fingerprints: similar sets of features have fingerprints that differ in few bits
 * (Charikar: Similarity Estimation Techniques from Rounding Algorithms, STOC 2002; Manku, Jain, Das
 * Sarma: Detecting Near-Duplicates for Web Crawling, WWW 2007). A bit is 1 if features whose hashes
 * have a 1 there outweigh the others; ties give 0.
 *
 * <p>Features of weight 1 are counted bit-sliced, 64 counters at once: about six operations each.
 * Memory: about 1 KB. Not thread-safe.
 */
public final class SimHash implements ShingleSink {
  private static final int PLANES = 8;
  private static final int MOST_WAITING = (1 << PLANES) - 1;

  private final long[] planes = new long[PLANES]; // plane p: bit p of each of 64 counters
  private final long[] ones = new long[Long.SIZE];
  private int waiting;
  private long weight;

  /** Removes all features. */
  public void clear() {
    Arrays.fill(planes, 0);
    Arrays.fill(ones, 0);
    waiting = 0;
    weight = 0;
  }

  /** Adds features of weight 1, with repetitions. */
  @Override
  public void accept(long[] hashes, int count) {
    for (int i = 0; i < count; i++) {
      add(hashes[i]);
    }
  }

  /** Adds a feature of weight 1. */
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
    weight++;
  }

  /**
   * Adds a feature.
   *
   * @param weight 0 or more; the sum of all must be less than 2^62
   */
  public void add(long hash, long weight) {
    if (weight < 0) {
      throw new IllegalArgumentException("a weight is 0 or more, not " + weight);
    }
    for (int bit = 0; bit < Long.SIZE; bit++) {
      ones[bit] += (hash >>> bit & 1) * weight;
    }
    this.weight += weight;
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
   * The fingerprint of all features since the last {@link #clear}; empty if their total weight is
   * 0.
   */
  public OptionalLong fingerprint() {
    if (weight == 0) {
      return OptionalLong.empty();
    }
    count();
    long fingerprint = 0;
    for (int bit = 0; bit < Long.SIZE; bit++) {
      fingerprint |= 2 * ones[bit] > weight ? 1L << bit : 0;
    }
    return OptionalLong.of(fingerprint);
  }

  /** Number of bits in which two fingerprints differ. */
  public static int distance(long fingerprint, long other) {
    return Long.bitCount(fingerprint ^ other);
  }
}
