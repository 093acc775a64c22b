package dev.sluice.core;

import java.util.Arrays;

/** A growing list of integers. It creates no object for an integer. Reusable. Not thread-safe. */
public final class IntList {
  /** The largest array that every JVM creates. */
  private static final int MAX_SIZE = Integer.MAX_VALUE - 8;

  private int[] values;
  private int size;

  /** Creates a list with room for 64 integers. */
  public IntList() {
    this(64);
  }

  /**
   * @param capacity the number of integers that the list can hold before it grows
   */
  public IntList(int capacity) {
    values = new int[capacity];
  }

  /** Returns the number of integers. */
  public int size() {
    return size;
  }

  /** Returns the integer at this index, 0 to {@link #size} - 1. */
  public int get(int index) {
    return values[index];
  }

  /** Returns a copy as an array. */
  public int[] toArray() {
    return Arrays.copyOf(values, size);
  }

  /** Removes all integers except this many at the beginning. The memory is kept. */
  public void truncate(int first) {
    size = Math.min(size, first);
  }

  /** Removes all integers but keeps the memory. */
  public void clear() {
    size = 0;
  }

  /** Appends an integer. */
  public void add(int value) {
    reserve(1);
    values[size++] = value;
  }

  /** Appends a part of an array. */
  public void add(int[] from, int offset, int length) {
    reserve(length);
    System.arraycopy(from, offset, values, size, length);
    size += length;
  }

  private void reserve(int more) {
    int needed = Math.addExact(size, more);
    if (needed > values.length) {
      values = Arrays.copyOf(values, Math.max(needed, (int) Math.min(2L * size, MAX_SIZE)));
    }
  }
}
