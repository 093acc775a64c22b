package dev.sluice.algorithms.bpe;

import java.util.Arrays;

/**
 * A priority queue of pairs, each with the list of its places: highest count first, ties by the
 * smaller pair. Counts may change after a pair is added. When its turn comes and its count differs,
 * it is added again with the current count. HF's queue works in the same way, and the order is
 * visible if a pair arises twice.
 *
 * <p>Memory: 24 to 30 bytes for each pair. Not thread-safe.
 */
final class MergeQueue {
  /** Maximum number of pairs below the minimum count that are kept: see {@link #push}. */
  private static final int MAX_COLD = 1 << 20;

  private final PairCounts counts;
  private final PositionLists lists;
  private final FirstPairs first;
  private final long coldBelow;
  private long cold;

  /** A binary heap: the counts that pairs were added with, the pairs, and their lists. */
  private long[] queued = new long[64];

  private long[] pairs = new long[64];
  private long[] places = new long[64];
  private int size;

  private long pair;
  private long count;
  private long list;

  /**
   * @param counts current counts of the pairs
   * @param lists their places
   * @param first renews lists of pairs of bytes
   * @param minFrequency minimum count of a merge, at least 1
   */
  MergeQueue(PairCounts counts, PositionLists lists, FirstPairs first, long minFrequency) {
    this.counts = counts;
    this.lists = lists;
    this.first = first;
    this.coldBelow = Math.min(2, minFrequency);
  }

  /**
   * Adds a pair.
   *
   * <p>A pair below the minimum count can still be merged if it arises again from a second way to
   * the same token and the text runs out of pairs. So such pairs are kept, but at most a million:
   * with more, the text is so large that this affects no vocabulary.
   *
   * @param list address of its places, which are released if the pair is not kept
   */
  void push(long pair, long count, long list) {
    if (count < coldBelow && cold++ >= MAX_COLD) {
      lists.release(list);
    } else {
      add(pair, count, list);
    }
  }

  /** Whether a pair with this count would be kept. */
  boolean wants(long count) {
    return count >= coldBelow || cold < MAX_COLD;
  }

  /** Advances to the next pair; false if none is left. */
  boolean next() {
    while (size > 0) {
      long before = queued[0];
      pair = pairs[0];
      list = places[0];
      count = counts.count(pair);
      removeFirst();
      if (count == before) {
        return true;
      }
      push(pair, count, first.renewed(pair, list, count));
    }
    return false;
  }

  long pair() {
    return pair;
  }

  long count() {
    return count;
  }

  /** Address of the current pair's places. Whoever reads them releases them. */
  long list() {
    return list;
  }

  private void add(long pair, long count, long list) {
    if (size == pairs.length) {
      int more = size + (size >> 2);
      queued = Arrays.copyOf(queued, more);
      pairs = Arrays.copyOf(pairs, more);
      places = Arrays.copyOf(places, more);
    }
    int at = size++;
    for (int above = at - 1 >> 1; at > 0 && isBefore(count, pair, above); above = at - 1 >> 1) {
      set(at, pairs[above], queued[above], places[above]);
      at = above;
    }
    set(at, pair, count, list);
  }

  private void removeFirst() {
    size--;
    int at = 0;
    for (int child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && isBefore(queued[child + 1], pairs[child + 1], child)) {
        child++;
      }
      if (isBefore(queued[size], pairs[size], child)) {
        break;
      }
      set(at, pairs[child], queued[child], places[child]);
      at = child;
    }
    set(at, pairs[size], queued[size], places[size]);
  }

  private boolean isBefore(long count, long pair, int other) {
    return count != queued[other] ? count > queued[other] : pair < pairs[other];
  }

  private void set(int at, long pair, long count, long list) {
    pairs[at] = pair;
    queued[at] = count;
    places[at] = list;
  }

  /** Memory of the queue. */
  long heapBytes() {
    return 3L * Long.BYTES * pairs.length;
  }
}
