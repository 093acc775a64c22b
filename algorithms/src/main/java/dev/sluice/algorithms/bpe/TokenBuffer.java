package dev.sluice.algorithms.bpe;

import java.util.Arrays;

/** A growing list of token ids. Reusable. Not thread-safe. */
public final class TokenBuffer {
  private int[] ids = new int[256];
  private int size;

  /** Returns the number of ids. */
  public int size() {
    return size;
  }

  /** Returns the id at this index, 0 to {@link #size} - 1. */
  public int id(int index) {
    return ids[index];
  }

  /** Returns a copy of the ids. */
  public int[] toArray() {
    return Arrays.copyOf(ids, size);
  }

  /** Removes the ids but keeps the memory. */
  public void clear() {
    size = 0;
  }

  /** Appends an id. */
  public void add(int id) {
    if (size == ids.length) {
      ids = Arrays.copyOf(ids, 2 * size);
    }
    ids[size++] = id;
  }

  /** Appends a part of an array. */
  void add(int[] from, int offset, int length) {
    if (length > ids.length - size) {
      ids = Arrays.copyOf(ids, Math.max(2 * size, size + length));
    }
    System.arraycopy(from, offset, ids, size, length);
    size += length;
  }
}
