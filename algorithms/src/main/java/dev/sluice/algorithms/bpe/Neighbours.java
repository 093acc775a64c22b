package dev.sluice.algorithms.bpe;

import dev.sluice.core.Bytes;
import java.util.Arrays;

/**
 * The tokens on one side of a merged pair's occurrences: how often each occurs, and in which words.
 * Summing them first lets a merge update the table of pairs once for each neighbour instead of once
 * for each occurrence.
 *
 * <p>Memory: 4 bytes for each token of the vocabulary, and what the largest merge needs. Not
 * thread-safe.
 */
final class Neighbours {
  /** Index plus one of each token; 0 if it has none. */
  private final int[] indexOf;

  private int[] tokens = new int[256];
  private long[] sums = new long[256];
  private int[] lastPlaces = new int[256];
  private int[] bytes = new int[256];
  private int[] places = new int[256];
  private long[] addresses = new long[256];
  private int size;

  private int[] eventIndexes = new int[1024];
  private int[] eventPlaces = new int[1024];
  private int events;

  Neighbours(int vocabularySize) {
    indexOf = new int[vocabularySize];
  }

  /** The index of a neighbour; a new one has count 0 and no positions. */
  int index(int token) {
    int index = indexOf[token] - 1;
    return index >= 0 ? index : insert(token);
  }

  private int insert(int token) {
    if (size == tokens.length) {
      int capacity = 2 * size;
      tokens = Arrays.copyOf(tokens, capacity);
      sums = Arrays.copyOf(sums, capacity);
      lastPlaces = Arrays.copyOf(lastPlaces, capacity);
      bytes = Arrays.copyOf(bytes, capacity);
      places = Arrays.copyOf(places, capacity);
      addresses = Arrays.copyOf(addresses, capacity);
    }
    tokens[size] = token;
    sums[size] = 0;
    lastPlaces[size] = -1;
    bytes[size] = 0;
    places[size] = 0;
    indexOf[token] = size + 1;
    return size++;
  }

  /** Adds to the count of the neighbour at this index. */
  void count(int index, long count) {
    sums[index] += count;
  }

  /**
   * Records that the new pair with this neighbour occurs in a word; words are visited in ascending
   * order.
   */
  void note(int index, int place) {
    int last = lastPlaces[index];
    if (last == place) {
      return;
    }
    bytes[index] += Bytes.varintSize(last < 0 ? place : place - last);
    places[index]++;
    lastPlaces[index] = place;
    if (events == eventIndexes.length) {
      eventIndexes = Arrays.copyOf(eventIndexes, 2 * events);
      eventPlaces = Arrays.copyOf(eventPlaces, 2 * events);
    }
    eventIndexes[events] = index;
    eventPlaces[events++] = place;
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

  /** Number of words with the new pair. */
  int places(int index) {
    return places[index];
  }

  /**
   * Allocates the list of positions of a neighbour's pair; lists that are not allocated are not
   * written.
   */
  long allocate(int index, PositionLists lists) {
    addresses[index] = lists.allocate(bytes[index]);
    lastPlaces[index] = 0;
    return addresses[index];
  }

  /** Omits the positions of a neighbour's pair. */
  void skip(int index) {
    addresses[index] = -1;
  }

  /** Writes all allocated lists. */
  void write(PositionLists lists) {
    for (int i = 0; i < events; i++) {
      int index = eventIndexes[i];
      long address = addresses[index];
      if (address >= 0) {
        int from = PositionLists.offset(address);
        int place = eventPlaces[i];
        int to = Bytes.writeVarint(lists.chunk(address), from, place - lastPlaces[index]);
        addresses[index] = address + to - from;
        lastPlaces[index] = place;
      }
    }
  }

  void clear() {
    for (int i = 0; i < size; i++) {
      indexOf[tokens[i]] = 0;
    }
    size = 0;
    events = 0;
  }
}
