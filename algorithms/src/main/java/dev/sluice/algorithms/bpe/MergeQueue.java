package dev.sluice.algorithms.bpe;

import java.util.Arrays;

/**
 * A priority queue of pairs, each with the list of its positions: highest count first, ties by the
 * smaller pair. Counts may change after a pair is added. When its turn comes and its count differs,
 * it is added again with the current count. HF's queue works in the same way, and the order is
 * visible if a pair arises twice.
 *
 * <p>Most pairs are never visited again. So pairs below the highest counts are kept unordered in
 * one bucket for each count, and only the highest bucket is ordered, in a heap.
 *
 * <p>Memory: 28 to 42 bytes for each pair. Not thread-safe.
 */
final class MergeQueue {
  private static final int LEVELS = 1 << 16;

  /** Maximum number of pairs below the minimum count that are kept: see {@link #push}. */
  private static final int MAX_COLD = 1 << 20;

  private static final int NONE = -1;

  private final PairCounts counts;
  private final long coldBelow;
  private int cold;

  private long[] pairs = new long[1 << 12];
  private long[] lists = new long[1 << 12];
  private int[] places = new int[1 << 12];
  private int[] nexts = new int[1 << 12];
  private int entries;
  private int free = NONE;

  private final int[] buckets = new int[LEVELS];
  private int level = LEVELS;
  private final EntryHeap open = new EntryHeap();

  private long pair;
  private long count;
  private long list;
  private int listPlaces;

  /**
   * @param counts current counts of the pairs
   * @param minFrequency minimum count of a merge, at least 1
   */
  MergeQueue(PairCounts counts, long minFrequency) {
    this.counts = counts;
    this.coldBelow = Math.min(2, minFrequency);
    Arrays.fill(buckets, NONE);
  }

  /**
   * Adds a pair.
   *
   * <p>A pair below the minimum count can still be merged if it arises again from a second way to
   * the same token and the text runs out of pairs. So such pairs are kept, but at most a million:
   * with more, the text is so large that this affects no vocabulary.
   *
   * @param list address of its positions
   * @param size number of positions
   */
  void push(long pair, long count, long list, int size) {
    if (count < coldBelow && cold++ >= MAX_COLD) {
      return;
    }
    int entry = allocate();
    pairs[entry] = pair;
    lists[entry] = list;
    places[entry] = size;
    file(entry, count);
  }

  /** Whether a pair with this count would be kept. */
  boolean wants(long count) {
    return count >= coldBelow || cold < MAX_COLD;
  }

  /** Advances to the next pair; false if none is left. */
  boolean next() {
    while (open.size() > 0 || openBucket()) {
      int entry = open.entry();
      count = counts.count(pairs[entry]);
      boolean current = count == open.count();
      open.removeFirst();
      if (current) {
        take(entry);
        return true;
      }
      refile(entry, count);
    }
    return false;
  }

  long pair() {
    return pair;
  }

  long count() {
    return count;
  }

  /** Address of the current pair's positions. */
  long list() {
    return list;
  }

  /** Number of the current pair's positions. */
  int places() {
    return listPlaces;
  }

  private void take(int entry) {
    pair = pairs[entry];
    list = lists[entry];
    listPlaces = places[entry];
    release(entry);
  }

  private void refile(int entry, long count) {
    if (count < coldBelow && cold++ >= MAX_COLD) {
      release(entry);
    } else {
      file(entry, count);
    }
  }

  private void file(int entry, long count) {
    if (count >= level) {
      open.add(count, pairs[entry], entry);
    } else {
      nexts[entry] = buckets[(int) count];
      buckets[(int) count] = entry;
    }
  }

  /** Moves the highest non-empty bucket to the heap; false if all are empty. */
  private boolean openBucket() {
    while (open.size() == 0 && level > 0) {
      level--;
      int entry = buckets[level];
      buckets[level] = NONE;
      while (entry != NONE) {
        int next = nexts[entry];
        long now = counts.count(pairs[entry]);
        if (now < level) {
          refile(entry, now);
        } else {
          open.add(level, pairs[entry], entry);
        }
        entry = next;
      }
    }
    return open.size() > 0;
  }

  private int allocate() {
    if (free != NONE) {
      int entry = free;
      free = nexts[entry];
      return entry;
    }
    if (entries == pairs.length) {
      int capacity = Math.addExact(entries, entries >> 1);
      pairs = Arrays.copyOf(pairs, capacity);
      lists = Arrays.copyOf(lists, capacity);
      places = Arrays.copyOf(places, capacity);
      nexts = Arrays.copyOf(nexts, capacity);
    }
    return entries++;
  }

  private void release(int entry) {
    nexts[entry] = free;
    free = entry;
  }
}
