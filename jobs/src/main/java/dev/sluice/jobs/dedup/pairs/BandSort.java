package dev.sluice.jobs.dedup.pairs;

import java.util.Arrays;

/**
 * Sorts band records by key and document, in place: American flag sort on eight bits at a time,
 * from the highest (McIlroy, Bostic, McIlroy: Engineering radix sort, 1993), and insertion sort for
 * few records. Takes linear time however frequent a key is. Not thread-safe.
 */
final class BandSort {
  private static final int SMALL = 24;
  private static final int DIGIT = 8;
  private static final int VALUES = 1 << DIGIT;
  private static final int MAX_DIGITS = 12;

  private final long[] words;
  private final int[] lows;
  private final int[][] next = new int[MAX_DIGITS][];
  private final int[][] ends = new int[MAX_DIGITS][];
  private int bits;
  private int wordDigits;

  BandSort(long[] words, int[] lows) {
    this.words = words;
    this.lows = lows;
  }

  /**
   * Sorts the first {@code size} records.
   *
   * @param sharedBits number of leading bits that all keys have in common
   */
  void sort(int size, int sharedBits) {
    bits = sharedBits;
    wordDigits = (Long.SIZE - bits + DIGIT - 1) / DIGIT;
    sort(0, size, 0);
  }

  private int digit(int index, int digit) {
    if (digit < wordDigits) {
      return (int) (words[index] >>> Math.max(0, Long.SIZE - DIGIT - bits - DIGIT * digit))
          & VALUES - 1;
    }
    return lows[index] >>> Integer.SIZE - DIGIT - DIGIT * (digit - wordDigits) & VALUES - 1;
  }

  private void sort(int from, int to, int digit) {
    if (to - from <= SMALL) {
      insert(from, to);
    } else if (digit < wordDigits + Integer.BYTES) {
      if (next[digit] == null) {
        next[digit] = new int[VALUES];
        ends[digit] = new int[VALUES];
      }
      if (count(from, to, digit)) {
        permute(digit);
      }
      int start = from;
      for (int end : ends[digit]) {
        if (end - start > 1) {
          sort(start, end, digit + 1);
        }
        start = end;
      }
    }
  }

  /**
   * Computes the position of each digit's records. Returns whether there is more than one digit.
   */
  private boolean count(int from, int to, int digit) {
    int[] counts = ends[digit];
    Arrays.fill(counts, 0);
    for (int i = from; i < to; i++) {
      counts[digit(i, digit)]++;
    }
    boolean several = counts[digit(from, digit)] < to - from;
    int start = from;
    for (int value = 0; value < VALUES; value++) {
      next[digit][value] = start;
      start += counts[value];
      counts[value] = start;
    }
    return several;
  }

  private void permute(int digit) {
    int[] places = next[digit];
    for (int value = 0; value < VALUES; value++) {
      int end = ends[digit][value];
      while (places[value] < end) {
        place(places, value, digit);
      }
    }
  }

  /** Moves a record, and in turn each record found there, to its position. */
  private void place(int[] places, int value, int digit) {
    int hole = places[value];
    int belongs = digit(hole, digit);
    while (belongs != value) {
      swap(hole, places[belongs]++);
      belongs = digit(hole, digit);
    }
    places[value]++;
  }

  private void swap(int one, int other) {
    long word = words[one];
    words[one] = words[other];
    words[other] = word;
    int low = lows[one];
    lows[one] = lows[other];
    lows[other] = low;
  }

  private void insert(int from, int to) {
    for (int i = from + 1; i < to; i++) {
      long word = words[i];
      int low = lows[i];
      int at = i;
      for (; at > from && isAfter(at - 1, word, low); at--) {
        words[at] = words[at - 1];
        lows[at] = lows[at - 1];
      }
      words[at] = word;
      lows[at] = low;
    }
  }

  private boolean isAfter(int index, long word, int low) {
    int order = Long.compareUnsigned(words[index], word);
    return order > 0 || order == 0 && Integer.compareUnsigned(lows[index], low) > 0;
  }
}
