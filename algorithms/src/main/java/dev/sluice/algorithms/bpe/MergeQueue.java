package dev.sluice.algorithms.bpe;

import java.util.Arrays;

/**
 * A priority queue of pairs, each with the list of its positions. The pair with the highest count
 * is first; of pairs with equal counts, the smaller one. Counts may change after a pair is added:
 * if a pair is next and its count has changed, the pair is added again with the current count. HF's
 * queue works in the same way, and the order affects the result if a pair arises twice.
 *
 * <p>Most pairs are never visited again. So pairs below the highest counts are kept unordered in
 * one bucket for each count, and only the highest bucket is ordered, in a heap.
 *
 * <p>Memory: 20 bytes for each pair, and 20 to 40 for each pair in the highest bucket. Not
 * thread-safe.
 */
final class MergeQueue {
  private static final int LEVELS = 1 << 16;

  /** The maximum number of pairs below the minimum count to keep: see {@link #push}. */
  private static final int MAX_COLD = 1 << 20;

  private static final int NONE = QueueEntries.NONE;

  private final PairCounts counts;
  private final PositionLists lists;
  private final FirstPairs first;
  private final long coldBelow;
  private long cold;
  private final QueueEntries entries = new QueueEntries();

  private final int[] buckets = new int[LEVELS];
  private int level = LEVELS;
  private final EntryHeap open = new EntryHeap();

  private long pair;
  private long count;
  private long list;

  /**
   * @param counts the current counts of the pairs
   * @param lists the lists of their positions
   * @param first renews the lists of pairs of bytes
   * @param minFrequency the minimum count of a merge, at least 1
   */
  MergeQueue(PairCounts counts, PositionLists lists, FirstPairs first, long minFrequency) {
    this.counts = counts;
    this.lists = lists;
    this.first = first;
    this.coldBelow = Math.min(2, minFrequency);
    Arrays.fill(buckets, NONE);
  }

  /**
   * Adds a pair.
   *
   * <p>A pair below the minimum count can still be merged if a second merge that produces the same
   * token makes the pair arise again, and the text runs out of pairs. So such pairs are kept, but
   * at most a million: if there are more, the text is so large that this does not affect any
   * vocabulary.
   *
   * @param list the address of its list of positions, which is released if the pair is not kept
   */
  void push(long pair, long count, long list) {
    if (count < coldBelow && cold++ >= MAX_COLD) {
      lists.release(list);
    } else {
      file(entries.add(pair, list), pair, count);
    }
  }

  /** Returns whether a pair with this count would be kept. */
  boolean wants(long count) {
    return count >= coldBelow || cold < MAX_COLD;
  }

  /** Advances to the next pair, and returns false if no pair is left. */
  boolean next() {
    while (open.size() > 0 || openBucket()) {
      int entry = open.entry();
      long top = entries.pair(entry);
      count = counts.count(top);
      boolean current = count == open.count();
      open.removeFirst();
      if (current) {
        take(entry);
        return true;
      }
      refile(entry, top, count);
    }
    return false;
  }

  long pair() {
    return pair;
  }

  long count() {
    return count;
  }

  /** Returns the address of the current pair's list of positions. The caller releases the list. */
  long list() {
    return list;
  }

  private void take(int entry) {
    pair = entries.pair(entry);
    list = entries.list(entry);
    entries.remove(entry);
  }

  private void refile(int entry, long pair, long count) {
    if (count < coldBelow && cold++ >= MAX_COLD) {
      lists.release(entries.list(entry));
      entries.remove(entry);
    } else {
      entries.relist(entry, first.renewed(pair, entries.list(entry), count));
      file(entry, pair, count);
    }
  }

  private void file(int entry, long pair, long count) {
    if (count >= level) {
      open.add(count, pair, entry);
    } else {
      entries.link(entry, buckets[(int) count]);
      buckets[(int) count] = entry;
    }
  }

  /** Moves the highest non-empty bucket to the heap; returns false if all are empty. */
  private boolean openBucket() {
    while (open.size() == 0 && level > 0) {
      level--;
      int entry = buckets[level];
      buckets[level] = NONE;
      while (entry != NONE) {
        int next = entries.next(entry);
        long queued = entries.pair(entry);
        long now = counts.count(queued);
        if (now < level) {
          refile(entry, queued, now);
        } else {
          open.add(level, queued, entry);
        }
        entry = next;
      }
    }
    return open.size() > 0;
  }

  /** Returns the memory of the queue in bytes. */
  long heapBytes() {
    return entries.heapBytes() + open.heapBytes() + (long) LEVELS * Integer.BYTES;
  }
}
