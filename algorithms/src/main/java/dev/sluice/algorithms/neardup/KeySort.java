package dev.sluice.algorithms.neardup;

/**
 * Sorts pairs of a key and a place. It sorts in place in its own memory, and takes 12 bytes for
 * each pair. It begins at the highest byte that any key needs. Equal keys come in no particular
 * order. Takes time linear in the number of pairs, whatever the keys are.
 */
public final class KeySort {
  private static final int RADIX = 256;
  private static final int FEW = 32;

  private KeySort() {}

  /**
   * Sorts a part of two arrays by keys of up to 63 bits.
   *
   * @param keys not negative
   * @param places moved with the keys
   */
  public static void sort(long[] keys, int[] places, int from, int to) {
    long bits = 1;
    for (int i = from; i < to; i++) {
      bits |= keys[i];
    }
    int highest = Long.SIZE - 1 - Long.numberOfLeadingZeros(bits);
    sort(keys, places, from, to, highest / Byte.SIZE * Byte.SIZE);
  }

  private static void sort(long[] keys, int[] places, int from, int to, int shift) {
    if (to - from <= FEW) {
      insert(keys, places, from, to);
      return;
    }
    int[] next = new int[RADIX];
    int[] end = new int[RADIX];
    for (int i = from; i < to; i++) {
      end[(int) (keys[i] >>> shift) & RADIX - 1]++;
    }
    int begin = from;
    for (int digit = 0; digit < RADIX; digit++) {
      next[digit] = begin;
      begin += end[digit];
      end[digit] = begin;
    }
    permute(keys, places, next, end, shift);
    if (shift > 0) {
      begin = from;
      for (int digit = 0; digit < RADIX; digit++) {
        if (end[digit] - begin > 1) {
          sort(keys, places, begin, end[digit], shift - Byte.SIZE);
        }
        begin = end[digit];
      }
    }
  }

  /** Moves each pair to the part of its digit: along circles, each pair once. */
  private static void permute(long[] keys, int[] places, int[] next, int[] end, int shift) {
    for (int digit = 0; digit < RADIX; digit++) {
      while (next[digit] < end[digit]) {
        int hole = next[digit];
        long key = keys[hole];
        int place = places[hole];
        int goal = (int) (key >>> shift) & RADIX - 1;
        while (goal != digit) {
          int to = next[goal]++;
          long otherKey = keys[to];
          int otherPlace = places[to];
          keys[to] = key;
          places[to] = place;
          key = otherKey;
          place = otherPlace;
          goal = (int) (key >>> shift) & RADIX - 1;
        }
        keys[hole] = key;
        places[hole] = place;
        next[digit]++;
      }
    }
  }

  private static void insert(long[] keys, int[] places, int from, int to) {
    for (int i = from + 1; i < to; i++) {
      long key = keys[i];
      int place = places[i];
      int at = i;
      while (at > from && keys[at - 1] > key) {
        keys[at] = keys[at - 1];
        places[at] = places[at - 1];
        at--;
      }
      keys[at] = key;
      places[at] = place;
    }
  }
}
