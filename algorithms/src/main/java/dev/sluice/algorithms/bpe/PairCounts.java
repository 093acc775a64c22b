package dev.sluice.algorithms.bpe;

import java.util.HashMap;
import java.util.Map;

/**
 * Counts token pairs in open-addressing tables with linear probing; the hash of a pair selects its
 * table. A table grows by a half when it is seven tenths full, independently of the other tables. A
 * pair whose count returns to 0 is removed.
 *
 * <p>A slot is one number, with the pair in its upper bits and the count in its lower bits. With
 * 64,000 tokens, counts below 2^32 fit; the few larger counts, and counts below 0, are in a map.
 *
 * <p>Memory: 8 bytes for each slot, so 11 to 17 for each pair, and 96 for each pair in the map. Not
 * thread-safe.
 */
final class PairCounts {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final int TABLE_BITS = 10;
  private static final int FIRST_SLOTS = 64;

  /**
   * The memory of an entry of the map: 32 bytes, 24 for each of the two numbers, and 16 for its
   * slot.
   */
  private static final int OTHER_BYTES = 96;

  private final int tokenBits;
  private final int countBits;
  private final long maxCount;

  /** In a slot, the count is 0 if it is in {@link #others}; an empty slot is 0. */
  private final long[][] tables = new long[1 << TABLE_BITS][FIRST_SLOTS];

  private final int[] used = new int[1 << TABLE_BITS];
  private final Map<Long, Long> others = new HashMap<>();
  private long slots = (long) FIRST_SLOTS << TABLE_BITS;

  /**
   * @param vocabularySize the number of tokens, greater than any token's id
   */
  PairCounts(int vocabularySize) {
    tokenBits = Integer.SIZE - Integer.numberOfLeadingZeros(vocabularySize);
    countBits = Long.SIZE - 2 * tokenBits;
    maxCount = (1L << countBits) - 1;
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

  /** Returns the key of a pair: never 0, and short enough, since no token has all bits set. */
  private long key(long pair) {
    return ((long) left(pair) << tokenBits | right(pair)) + 1;
  }

  /** Returns the count of a pair, or 0 if the pair is not in the table. */
  long count(long pair) {
    long key = key(pair);
    long hash = hash(key);
    long[] table = tables[table(hash)];
    return countIn(table[find(table, key, hash)]);
  }

  private long countIn(long slot) {
    long count = slot & maxCount;
    return count != 0 || slot == 0 ? count : others.get(slot >>> countBits);
  }

  /** Changes the count of a pair and returns the new count. */
  long add(long pair, long change) {
    long key = key(pair);
    long hash = hash(key);
    int number = table(hash);
    long[] table = tables[number];
    int at = find(table, key, hash);
    long slot = table[at];
    long count = countIn(slot) + change;
    if (slot != 0 && (slot & maxCount) == 0) {
      others.remove(key);
    }
    if (count != 0) {
      table[at] = slot(key, count);
      if (slot == 0) {
        used[number]++;
        growIfFull(number);
      }
    } else if (slot != 0) {
      remove(table, at);
      used[number]--;
    }
    return count;
  }

  private long slot(long key, long count) {
    if (count > 0 && count <= maxCount) {
      return key << countBits | count;
    }
    others.put(key, count);
    return key << countBits;
  }

  private static long hash(long key) {
    long mixed = key * GOLDEN;
    return (mixed ^ mixed >>> 32) * GOLDEN;
  }

  private static int table(long hash) {
    return (int) (hash >>> Long.SIZE - TABLE_BITS);
  }

  /**
   * Returns the slot where a pair belongs: 32 bits of its hash, scaled to the size of the table.
   */
  private static int home(long[] table, long hash) {
    long part = hash >>> Integer.SIZE - TABLE_BITS & 0xFFFFFFFFL;
    return (int) (part * table.length >>> Integer.SIZE);
  }

  private int find(long[] table, long key, long hash) {
    int at = home(table, hash);
    while (table[at] != 0 && table[at] >>> countBits != key) {
      at = next(table, at);
    }
    return at;
  }

  private static int next(long[] table, int at) {
    return at + 1 == table.length ? 0 : at + 1;
  }

  /** Empties a slot and moves back entries that would no longer be found. */
  private void remove(long[] table, int slot) {
    int hole = slot;
    for (int at = next(table, slot); table[at] != 0; at = next(table, at)) {
      int home = home(table, hash(table[at] >>> countBits));
      if (distance(table, home, at) >= distance(table, hole, at)) {
        table[hole] = table[at];
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
    if (10L * used[number] < 7L * old.length) {
      return;
    }
    long[] table = new long[Math.addExact(old.length, old.length >> 1)];
    for (long slot : old) {
      if (slot != 0) {
        long key = slot >>> countBits;
        table[find(table, key, hash(key))] = slot;
      }
    }
    tables[number] = table;
    slots += table.length - old.length;
  }

  /** Returns the memory of all tables and the map in bytes. */
  long heapBytes() {
    return slots * Long.BYTES + (long) others.size() * OTHER_BYTES;
  }
}
