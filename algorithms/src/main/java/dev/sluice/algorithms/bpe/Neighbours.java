package dev.sluice.algorithms.bpe;

import java.util.Arrays;

/**
 * Counts the tokens on one side of a merged pair's occurrences. It records how often each token
 * occurs, and in which words. Adding up occurrences first lets a merge update the table of pairs
 * once per neighbour instead of once per occurrence.
 *
 * <p>Memory: 4 bytes for each token so far and 40 for each neighbour, besides the lists. Not
 * thread-safe.
 */
final class Neighbours {
  private static final int NEVER = -1;

  private final PositionLists lists;

  /** The index plus one of each token; 0 for a token without an index. */
  private int[] indexOf = new int[1 << 10];

  private int[] tokens = new int[256];
  private long[] sums = new long[256];
  private long[] lastPlaces = new long[256];

  /** The start of each neighbour's list. A neighbour with at most one position has no list. */
  private long[] firsts = new long[256];

  private long[] cursors = new long[256];
  private int size;

  Neighbours(PositionLists lists) {
    this.lists = lists;
  }

  /** Returns the index of a neighbour. A new neighbour has count 0 and no positions. */
  int index(int token) {
    if (token >= indexOf.length) {
      indexOf = Arrays.copyOf(indexOf, Math.max(token + 1, 2 * indexOf.length));
    }
    int index = indexOf[token] - 1;
    return index >= 0 ? index : insert(token);
  }

  private int insert(int token) {
    if (size == tokens.length) {
      int capacity = 2 * size;
      tokens = Arrays.copyOf(tokens, capacity);
      sums = Arrays.copyOf(sums, capacity);
      lastPlaces = Arrays.copyOf(lastPlaces, capacity);
      firsts = Arrays.copyOf(firsts, capacity);
      cursors = Arrays.copyOf(cursors, capacity);
    }
    tokens[size] = token;
    sums[size] = 0;
    lastPlaces[size] = NEVER;
    firsts[size] = NEVER;
    indexOf[token] = size + 1;
    return size++;
  }

  /** Adds to the count of the neighbour at this index. */
  void count(int index, long count) {
    sums[index] += count;
  }

  /**
   * Records that the new pair with this neighbour occurs in a word. Words must be visited in
   * ascending order.
   */
  void note(int index, long place) {
    long last = lastPlaces[index];
    if (last == place) {
      return;
    }
    if (last != NEVER) {
      append(index, last, place);
    }
    lastPlaces[index] = place;
  }

  private void append(int index, long last, long place) {
    if (firsts[index] == NEVER) {
      firsts[index] = lists.begin();
      cursors[index] = lists.append(firsts[index], last - NEVER);
    }
    cursors[index] = lists.append(cursors[index], place - last);
  }

  int size() {
    return size;
  }

  int token(int index) {
    return tokens[index];
  }

  long sum(int index) {
    return sums[index];
  }

  /**
   * Returns whether any word with the new pair was recorded. If so, the caller must finish or
   * discard the list.
   */
  boolean hasPlaces(int index) {
    return lastPlaces[index] != NEVER;
  }

  /** Returns the address of the list of words with the new pair. */
  long finish(int index) {
    return firsts[index] == NEVER
        ? lists.of(lastPlaces[index])
        : lists.finish(firsts[index], cursors[index]);
  }

  /** Forgets the words with the new pair. */
  void discard(int index) {
    if (firsts[index] != NEVER) {
      lists.discard(firsts[index]);
    }
  }

  /** Removes all neighbours. */
  void clear() {
    for (int i = 0; i < size; i++) {
      indexOf[tokens[i]] = 0;
    }
    size = 0;
  }
}
