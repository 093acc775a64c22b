package dev.sluice.algorithms.bpe;

import java.util.Arrays;

/**
 * Counts of token pairs: an open-addressing table with linear probing, at most three fifths full. A
 * pair whose count returns to 0 is removed.
 *
 * <p>Memory: 16 bytes for each slot, so 27 to 54 for each pair. Not thread-safe.
 */
final class PairCounts {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final int FIRST_BITS = 16;

  /** Alternately the pair plus one, and its count. */
  private long[] slots;

  private int shift;
  private int used;
  private int limit;

  PairCounts() {
    allocate(FIRST_BITS);
  }

  static long pair(int left, int right) {
    return (long) left << 32 | right;
  }

  static int left(long pair) {
    return (int) (pair >>> 32);
  }

  static int right(long pair) {
    return (int) pair;
  }

  /** The count of a pair; 0 if it is not in the table. */
  long count(long pair) {
    int slot = find(pair + 1);
    return slots[slot] == 0 ? 0 : slots[slot + 1];
  }

  /** Changes the count of a pair and returns the new one. */
  long add(long pair, long change) {
    int slot = find(pair + 1);
    if (slots[slot] == 0) {
      return insert(slot, pair + 1, change);
    }
    long count = slots[slot + 1] + change;
    slots[slot + 1] = count;
    if (count == 0) {
      remove(slot);
    }
    return count;
  }

  private long insert(int slot, long key, long count) {
    if (count == 0) {
      return 0;
    }
    slots[slot] = key;
    slots[slot + 1] = count;
    if (++used > limit) {
      grow();
    }
    return count;
  }

  private int home(long key) {
    long mixed = key * GOLDEN;
    return (int) ((mixed ^ mixed >>> 32) * GOLDEN >>> shift) << 1;
  }

  private int find(long key) {
    long[] table = slots;
    int mask = table.length - 1;
    int slot = home(key);
    while (table[slot] != key && table[slot] != 0) {
      slot = (slot + 2) & mask;
    }
    return slot;
  }

  /** Removes an entry and moves back entries that would no longer be found. */
  private void remove(int slot) {
    int mask = slots.length - 1;
    int hole = slot;
    for (int at = (slot + 2) & mask; slots[at] != 0; at = (at + 2) & mask) {
      if (((at - home(slots[at])) & mask) >= ((at - hole) & mask)) {
        slots[hole] = slots[at];
        slots[hole + 1] = slots[at + 1];
        hole = at;
      }
    }
    slots[hole] = 0;
    used--;
  }

  private void grow() {
    long[] old = slots;
    allocate(Long.SIZE - shift + 1);
    for (int slot = 0; slot < old.length; slot += 2) {
      if (old[slot] != 0) {
        int to = find(old[slot]);
        slots[to] = old[slot];
        slots[to + 1] = old[slot + 1];
        used++;
      }
    }
  }

  private void allocate(int bits) {
    slots = new long[Math.multiplyExact(2, 1 << bits)];
    shift = Long.SIZE - bits;
    used = 0;
    limit = (int) ((1L << bits) * 3 / 5);
  }

  /** All pairs, in no particular order. */
  long[] pairs() {
    long[] pairs = new long[used];
    int n = 0;
    for (int slot = 0; slot < slots.length; slot += 2) {
      if (slots[slot] != 0) {
        pairs[n++] = slots[slot] - 1;
      }
    }
    return Arrays.copyOf(pairs, n);
  }
}
