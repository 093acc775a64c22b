package dev.sluice.algorithms.bpe;

import dev.sluice.core.Bytes;
import java.util.Arrays;

/**
 * What stood on one side of the occurrences of a pair while it was merged: for each neighbouring
 * token how often, and in which words. Summed here, a step changes the table of pairs once for each
 * neighbour and not once for each occurrence.
 *
 * <p>Memory: 4 bytes for each token of the vocabulary, and what the largest merge needs. Not
 * thread-safe.
 */
final class Neighbours {
  /** Token to index plus one, 0 where it has none. */
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

  /** The index of this neighbour; a new one counts 0 and has no places. */
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

  /** Counts the neighbour at this index. */
  void count(int index, long count) {
    sums[index] += count;
  }

  /** Notes that the new pair with this neighbour is in the word; words come in ascending order. */
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

  /** In how many words the new pair is. */
  int places(int index) {
    return places[index];
  }

  /** Takes room for the places of this neighbour's pair; what is not allocated is not written. */
  long allocate(int index, PositionLists lists) {
    addresses[index] = lists.allocate(bytes[index]);
    lastPlaces[index] = 0;
    return addresses[index];
  }

  /** Leaves the places of this neighbour's pair out. */
  void skip(int index) {
    addresses[index] = -1;
  }

  /** Writes the places of all that took room. */
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
