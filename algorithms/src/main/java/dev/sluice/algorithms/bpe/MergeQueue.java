package dev.sluice.algorithms.bpe;

import java.util.Arrays;

/**
 * Pairs that wait to be merged, each with the list of the places where it came into being: the
 * highest count first, of equal counts the smaller pair. Counts may have changed since a pair was
 * put in; it waits where it was, and is put back when its turn comes and its count is another (as
 * HF's queue does it, for the order shows where a pair comes into being twice).
 *
 * <p>Most pairs are never looked at again, so those below the highest counts lie unordered in a
 * bucket for each count, and only the highest bucket is ordered, by a heap.
 *
 * <p>Memory: 28 to 42 bytes for each pair waiting. Not thread-safe.
 */
final class MergeQueue {
  private static final int LEVELS = 1 << 16;

  /** Pairs too rare to be merged, of which so many are kept: see {@link #push}. */
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
   * @param counts what the pairs count now
   * @param minFrequency the least count that is merged, at least 1
   */
  MergeQueue(PairCounts counts, long minFrequency) {
    this.counts = counts;
    this.coldBelow = Math.min(2, minFrequency);
    Arrays.fill(buckets, NONE);
  }

  /**
   * Puts a pair in.
   *
   * <p>A pair below the least count can still be merged when it comes into being again by a second
   * way to the same token, and the text runs out of pairs; so it is kept, but at most a million of
   * them: where there are more, the text is so long that this is without effect on any vocabulary.
   *
   * @param list the address of its places
   * @param size the number of places
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

  /** Whether a pair of this count would be kept. */
  boolean wants(long count) {
    return count >= coldBelow || cold < MAX_COLD;
  }

  /** Goes to the pair whose turn it is; false when none is left. */
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

  /** The address of the places of the pair taken. */
  long list() {
    return list;
  }

  /** How many places. */
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

  /** Moves the highest bucket that is not empty to the heap; false when all are. */
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
