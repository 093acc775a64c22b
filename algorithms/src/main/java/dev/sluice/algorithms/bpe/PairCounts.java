package dev.sluice.algorithms.bpe;

/**
 * Counts of token pairs: open-addressing tables with linear probing, between which the pair's hash
 * chooses. A table grows by a half when it is seven tenths full, each at its own time. A pair whose
 * count returns to 0 is removed.
 *
 * <p>Memory: 16 bytes for each slot, so 23 to 35 for each pair. Not thread-safe.
 */
final class PairCounts {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final int TABLE_BITS = 10;
  private static final int FIRST_SLOTS = 64;

  /** In each, alternately the pair plus one, and its count. */
  private final long[][] tables = new long[1 << TABLE_BITS][2 * FIRST_SLOTS];

  private final int[] used = new int[1 << TABLE_BITS];
  private long slots = (long) FIRST_SLOTS << TABLE_BITS;

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
    long key = pair + 1;
    long hash = hash(key);
    long[] table = tables[table(hash)];
    int slot = find(table, key, hash);
    return table[slot] == 0 ? 0 : table[slot + 1];
  }

  /** Changes the count of a pair and returns the new one. */
  long add(long pair, long change) {
    long key = pair + 1;
    long hash = hash(key);
    int number = table(hash);
    long[] table = tables[number];
    int slot = find(table, key, hash);
    if (table[slot] == 0) {
      if (change != 0) {
        table[slot] = key;
        table[slot + 1] = change;
        used[number]++;
        growIfFull(number);
      }
      return change;
    }
    long count = table[slot + 1] + change;
    table[slot + 1] = count;
    if (count == 0) {
      remove(table, slot);
      used[number]--;
    }
    return count;
  }

  private static long hash(long key) {
    long mixed = key * GOLDEN;
    return (mixed ^ mixed >>> 32) * GOLDEN;
  }

  private static int table(long hash) {
    return (int) (hash >>> Long.SIZE - TABLE_BITS);
  }

  /** The slot where a pair belongs: 32 bits of its hash, scaled to the size of the table. */
  private static int home(long[] table, long hash) {
    long part = hash >>> Integer.SIZE - TABLE_BITS & 0xFFFFFFFFL;
    return (int) (part * (table.length >> 1) >>> Integer.SIZE) << 1;
  }

  private static int find(long[] table, long key, long hash) {
    int slot = home(table, hash);
    while (table[slot] != key && table[slot] != 0) {
      slot = next(table, slot);
    }
    return slot;
  }

  private static int next(long[] table, int slot) {
    return slot + 2 == table.length ? 0 : slot + 2;
  }

  /** Removes an entry and moves back entries that would no longer be found. */
  private static void remove(long[] table, int slot) {
    int hole = slot;
    for (int at = next(table, slot); table[at] != 0; at = next(table, at)) {
      int home = home(table, hash(table[at]));
      if (distance(table, home, at) >= distance(table, hole, at)) {
        table[hole] = table[at];
        table[hole + 1] = table[at + 1];
        hole = at;
      }
    }
    table[hole] = 0;
  }

  private static int distance(long[] table, int from, int to) {
    return to >= from ? to - from : to - from + table.length;
  }

  private void growIfFull(int number) {
    long[] old = tables[number];
    if (10L * used[number] < 7L * (old.length >> 1)) {
      return;
    }
    int slots = old.length >> 1;
    long[] table = new long[Math.multiplyExact(2, slots + (slots >> 1))];
    for (int slot = 0; slot < old.length; slot += 2) {
      if (old[slot] != 0) {
        int to = find(table, old[slot], hash(old[slot]));
        table[to] = old[slot];
        table[to + 1] = old[slot + 1];
      }
    }
    tables[number] = table;
    this.slots += slots >> 1;
  }

  /** Memory of all tables. */
  long heapBytes() {
    return slots * 2 * Long.BYTES;
  }
}
