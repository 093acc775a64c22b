package dev.sluice.algorithms.bpe;

import dev.sluice.core.Bytes;
import java.util.Arrays;

/**
 * Counts the pairs of the words before any merge. These are pairs of bytes, so arrays of 65,536
 * elements suffice, in two passes. Used once.
 */
final class FirstPairs {
  private static final int PAIRS = 1 << 16;
  private static final int NEVER = -1;

  private final TrainingWords words;
  private final TokenTable tokens;
  private final int[] byteOf;
  private final long[] counts = new long[PAIRS];
  private final int[] bytes = new int[PAIRS];
  private final int[] places = new int[PAIRS];
  private final int[] last = new int[PAIRS];

  FirstPairs(TrainingWords words, TokenTable tokens) {
    this.words = words;
    this.tokens = tokens;
    this.byteOf = new int[tokens.size()];
    for (int b = 0; b < 256; b++) {
      byteOf[tokens.ofByte(b)] = b;
    }
  }

  /** Counts the pairs, records their positions, and adds all of them to the queue. */
  void addTo(PairCounts pairCounts, PositionLists lists, MergeQueue queue) {
    Arrays.fill(last, NEVER);
    forEachPair(this::count);
    long[] addresses = new long[PAIRS];
    for (int pair = 0; pair < PAIRS; pair++) {
      addresses[pair] = places[pair] > 0 ? lists.allocate(bytes[pair]) : 0;
    }
    Arrays.fill(last, NEVER);
    long[] cursors = addresses.clone();
    forEachPair((pair, place) -> write(pair, place, cursors, lists));
    for (int pair = 0; pair < PAIRS; pair++) {
      if (places[pair] > 0) {
        long ids = PairCounts.pair(tokens.ofByte(pair >> 8), tokens.ofByte(pair & 0xFF));
        pairCounts.add(ids, counts[pair]);
        queue.push(ids, counts[pair], addresses[pair], places[pair]);
      }
    }
  }

  private void count(int pair, int place) {
    counts[pair] += words.count(place);
    if (last[pair] != place) {
      bytes[pair] += Bytes.varintSize(difference(pair, place));
      places[pair]++;
      last[pair] = place;
    }
  }

  private void write(int pair, int place, long[] cursors, PositionLists lists) {
    if (last[pair] != place) {
      byte[] chunk = lists.chunk(cursors[pair]);
      int from = PositionLists.offset(cursors[pair]);
      cursors[pair] += Bytes.writeVarint(chunk, from, difference(pair, place)) - from;
      last[pair] = place;
    }
  }

  private int difference(int pair, int place) {
    return last[pair] == NEVER ? place : place - last[pair];
  }

  private void forEachPair(PairAtPlace action) {
    int[] records = words.records();
    int place = 0;
    while (place < words.end()) {
      int first = place + TrainingWords.HEADER;
      int end = first + records[place + 1];
      int pair = byteOf[records[first]];
      for (int at = first + 1; at < end; at++) {
        pair = (pair << 8 | byteOf[records[at]]) & (PAIRS - 1);
        action.accept(pair, place);
      }
      place = end;
    }
  }

  @FunctionalInterface
  private interface PairAtPlace {
    void accept(int pair, int place);
  }
}
