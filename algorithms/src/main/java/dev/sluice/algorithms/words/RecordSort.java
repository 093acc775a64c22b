package dev.sluice.algorithms.words;

import java.util.function.IntBinaryOperator;

/**
 * Sorts records by a number, and compares records whose numbers are equal. Uses quicksort with
 * median of three, and insertion sort for small ranges, so that memory besides the arrays is
 * constant. No two records may be equal.
 */
record RecordSort(long[] keys, int[] records, IntBinaryOperator compare) {
  private static final int SMALL = 16;

  void sort() {
    sort(0, records.length - 1);
  }

  private void sort(int first, int last) {
    int from = first;
    int to = last;
    while (to - from > SMALL) {
      int middle = partition(from, to);
      // Recursion only into the smaller part limits the stack depth to a logarithm.
      if (middle - from < to - middle) {
        sort(from, middle);
        from = middle + 1;
      } else {
        sort(middle + 1, to);
        to = middle;
      }
    }
    insert(from, to);
  }

  /**
   * Partitions a range by Hoare's scheme: elements up to the returned index are at most the pivot,
   * the others at least the pivot.
   */
  private int partition(int from, int to) {
    int middle = (from + to) >>> 1;
    order(from, middle);
    order(middle, to);
    order(from, middle);
    long key = keys[middle];
    int record = records[middle];
    int low = from - 1;
    int high = to + 1;
    while (true) {
      do {
        low++;
      } while (compare(keys[low], records[low], key, record) < 0);
      do {
        high--;
      } while (compare(keys[high], records[high], key, record) > 0);
      if (low >= high) {
        return high;
      }
      swap(low, high);
    }
  }

  private void insert(int from, int to) {
    for (int i = from + 1; i <= to; i++) {
      long key = keys[i];
      int record = records[i];
      int at = i - 1;
      while (at >= from && compare(keys[at], records[at], key, record) > 0) {
        keys[at + 1] = keys[at];
        records[at + 1] = records[at];
        at--;
      }
      keys[at + 1] = key;
      records[at + 1] = record;
    }
  }

  private void order(int one, int other) {
    if (compare(keys[one], records[one], keys[other], records[other]) > 0) {
      swap(one, other);
    }
  }

  private int compare(long key, int record, long otherKey, int otherRecord) {
    if (key != otherKey) {
      return key < otherKey ? -1 : 1;
    }
    return record == otherRecord ? 0 : compare.applyAsInt(record, otherRecord);
  }

  private void swap(int one, int other) {
    long key = keys[one];
    keys[one] = keys[other];
    keys[other] = key;
    int record = records[one];
    records[one] = records[other];
    records[other] = record;
  }
}
