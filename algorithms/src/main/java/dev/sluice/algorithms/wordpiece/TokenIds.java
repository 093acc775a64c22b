package dev.sluice.algorithms.wordpiece;

import java.util.Arrays;

/** Ids of tokens, growing. Not thread-safe. */
final class TokenIds {
  private long[] ids = new long[512];
  private int size;

  void add(long id) {
    if (size == ids.length) {
      ids = Arrays.copyOf(ids, 2 * size);
    }
    ids[size++] = id;
  }

  int size() {
    return size;
  }

  /** Removes all but the first ones. */
  void truncate(int first) {
    size = Math.min(size, first);
  }

  long[] toArray() {
    return Arrays.copyOf(ids, size);
  }
}
