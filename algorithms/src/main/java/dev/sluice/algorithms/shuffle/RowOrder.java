package dev.sluice.algorithms.shuffle;

import java.util.function.IntBinaryOperator;

/**
 * Sorts rows, given by their positions in an array, by key. Each row is one long, with the upper 33
 * bits of its key's fraction and its position in 31 bits. These longs are radix-sorted with 11 bits
 * per pass; the few rows that agree in 33 bits are then compared by their complete keys.
 *
 * <p>Memory: 16 bytes for each row. Time: linear for random keys. Not thread-safe.
 */
public final class RowOrder {
  /** The memory for a row in bytes. */
  public static final int ROW_BYTES = 2 * Long.BYTES;

  private static final int PLACE_BITS = 31;
  private static final int PLACE_MASK = (1 << PLACE_BITS) - 1;
  private static final int DIGIT_BITS = 11;
  private static final int DIGITS = 1 << DIGIT_BITS;

  private long[] rows;
  private long[] scratch;
  private int size;

  /**
   * @param capacity maximum number of rows
   */
  public RowOrder(int capacity) {
    this.rows = new long[capacity];
    this.scratch = new long[capacity];
  }

  /** Removes all rows. */
  public void clear() {
    size = 0;
  }

  /**
   * Adds a row.
   *
   * @param fraction the position of its key in the range of all rows, as a fraction of 2^64
   * @param place its position in the array, 0 or more
   */
  public void add(long fraction, int place) {
    rows[size++] = fraction & -1L << PLACE_BITS | place;
  }

  /**
   * Sorts the rows.
   *
   * @param compare compares two positions by the complete keys of their rows
   */
  public void sort(IntBinaryOperator compare) {
    for (int shift = PLACE_BITS; shift < Long.SIZE; shift += DIGIT_BITS) {
      pass(shift);
    }
    for (int first = 0; first < size; ) {
      int next = first + 1;
      while (next < size && rows[next] >>> PLACE_BITS == rows[first] >>> PLACE_BITS) {
        next++;
      }
      insert(first, next, compare);
      first = next;
    }
  }

  private void pass(int shift) {
    int[] starts = new int[DIGITS + 1];
    for (int i = 0; i < size; i++) {
      starts[digit(rows[i], shift) + 1]++;
    }
    for (int i = 0; i < DIGITS; i++) {
      starts[i + 1] += starts[i];
    }
    for (int i = 0; i < size; i++) {
      scratch[starts[digit(rows[i], shift)]++] = rows[i];
    }
    long[] sorted = scratch;
    scratch = rows;
    rows = sorted;
  }

  private static int digit(long row, int shift) {
    return (int) (row >>> shift) & DIGITS - 1;
  }

  private void insert(int first, int end, IntBinaryOperator compare) {
    for (int i = first + 1; i < end; i++) {
      long row = rows[i];
      int at = i - 1;
      while (at >= first && compare.applyAsInt(place(at), (int) row & PLACE_MASK) > 0) {
        rows[at + 1] = rows[at];
        at--;
      }
      rows[at + 1] = row;
    }
  }

  /** Returns the number of rows. */
  public int size() {
    return size;
  }

  /** Returns the position of the row with this index in sorted order. */
  public int place(int index) {
    return (int) rows[index] & PLACE_MASK;
  }
}
