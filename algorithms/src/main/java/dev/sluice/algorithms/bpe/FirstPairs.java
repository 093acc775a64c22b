package dev.sluice.algorithms.bpe;

import java.util.Arrays;

/**
 * Counts the pairs of the words before any merge. These are pairs of bytes, so arrays of 65,536
 * elements suffice. Used once.
 */
final class FirstPairs {
  private static final int PAIRS = 1 << 16;
  private static final int NEVER = -1;

  private final TrainingWords words;
  private final TokenTable tokens;
  private final PositionLists lists;
  private final int[] byteOf;
  private final long[] counts = new long[PAIRS];
  private final long[] last = new long[PAIRS];
  private final long[] firsts = new long[PAIRS];
  private final long[] cursors = new long[PAIRS];

  FirstPairs(TrainingWords words, TokenTable tokens, PositionLists lists) {
    this.words = words;
    this.tokens = tokens;
    this.lists = lists;
    this.byteOf = new int[tokens.size()];
    for (int b = 0; b < 256; b++) {
      byteOf[tokens.ofByte(b)] = b;
    }
    Arrays.fill(last, NEVER);
  }

  /** Counts the pairs, records their places, and adds all of them to the queue. */
  void addTo(PairCounts pairCounts, MergeQueue queue) {
    words.forEach(this::read);
    for (int pair = 0; pair < PAIRS; pair++) {
      if (counts[pair] > 0) {
        long ids = PairCounts.pair(tokens.ofByte(pair >> 8), tokens.ofByte(pair & 0xFF));
        pairCounts.add(ids, counts[pair]);
        queue.push(ids, counts[pair], lists.finish(firsts[pair], cursors[pair]));
      }
    }
  }

  private void read(long place) {
    char[] units = words.units(place);
    int start = words.start(place);
    long count = words.count(units, start);
    int at = TrainingWords.tokens(units, start);
    int token = TrainingWords.token(units, at);
    int pair = byteOf[token];
    at += TrainingWords.size(token);
    token = TrainingWords.token(units, at);
    while (token != TrainingWords.NONE) {
      pair = (pair << 8 | byteOf[token]) & PAIRS - 1;
      counts[pair] += count;
      note(pair, place);
      at += TrainingWords.size(token);
      token = TrainingWords.token(units, at);
    }
  }

  private void note(int pair, long place) {
    if (last[pair] == place) {
      return;
    }
    if (last[pair] == NEVER) {
      firsts[pair] = lists.begin();
      cursors[pair] = firsts[pair];
    }
    cursors[pair] = lists.append(cursors[pair], place - last[pair]);
    last[pair] = place;
  }
}
