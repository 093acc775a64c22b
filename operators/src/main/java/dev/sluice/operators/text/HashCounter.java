package dev.sluice.operators.text;

import java.util.Arrays;

/**
 * Counts hashes. Not thread-safe. Memory: 12 bytes a place, with at least two places for each
 * different hash expected; adding more than were expected is an error of the caller.
 */
final class HashCounter {
  private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

  private final long[] keys;
  private final int[] counts;
  private final int shift;

  /**
   * @param most the most different hashes that will be counted before the next {@link #clear}
   */
  HashCounter(int most) {
    int bits = 64 - Long.numberOfLeadingZeros(2L * Math.max(4, most) - 1);
    keys = new long[1 << bits];
    counts = new int[1 << bits];
    shift = 64 - bits;
  }

  /** Counts a hash once more and says how often it was counted, this time included. */
  int add(long hash) {
    int place = (int) (hash * SPREAD >>> shift);
    while (counts[place] != 0 && keys[place] != hash) {
      place = place + 1 & keys.length - 1;
    }
    keys[place] = hash;
    return ++counts[place];
  }

  /** How often each different hash was counted, in no order; zero for places that are free. */
  int[] counts() {
    return counts;
  }

  /** Forgets all. */
  void clear() {
    Arrays.fill(counts, 0);
  }
}
