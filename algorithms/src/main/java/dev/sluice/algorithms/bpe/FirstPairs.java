package dev.sluice.algorithms.bpe;

import java.util.Arrays;

/**
 * Counts the token pairs of all words before the first merge, and shortens the lists of their
 * positions later. Such pairs are pairs of bytes, so arrays of 65,536 elements suffice.
 *
 * <p>A merge never creates a pair of bytes. So words that no longer contain such a pair can be
 * removed from its list. This does not hold for other pairs: see HF's rule in {@link MergeQueue}.
 */
final class FirstPairs {
  private static final int PAIRS = 1 << 16;
  private static final int NEVER = -1;

  private final TrainingWords words;
  private final TokenTable tokens;
  private final PositionLists lists;
  private final long renewFrom;

  /** The byte of each token before any merge; negative for special tokens that are not bytes. */
  private final int[] byteOf;

  /** The counts that the pairs had when their lists were written. */
  private final long[] counts = new long[PAIRS];

  private final long[] last = new long[PAIRS];
  private final long[] firsts = new long[PAIRS];
  private final long[] cursors = new long[PAIRS];

  /**
   * @param renewFrom the memory of all lists at which shortening them begins
   */
  FirstPairs(TrainingWords words, TokenTable tokens, PositionLists lists, long renewFrom) {
    this.words = words;
    this.tokens = tokens;
    this.lists = lists;
    this.renewFrom = renewFrom;
    this.byteOf = new int[tokens.size()];
    Arrays.fill(byteOf, NEVER);
    for (int b = 0; b < 256; b++) {
      byteOf[tokens.ofByte(b)] = b;
    }
    Arrays.fill(last, NEVER);
  }

  /** Counts the pairs, records their positions, and adds all pairs to the queue. */
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
    append(pair, place);
  }

  private void append(int pair, long place) {
    cursors[pair] = lists.append(cursors[pair], place - last[pair]);
    last[pair] = place;
  }

  /**
   * Returns the list of a pair whose count has changed. If most words no longer contain the pair,
   * this is a new, shorter list, and the old one is released.
   */
  long renewed(long pair, long list, long count) {
    int left = byteOf(PairCounts.left(pair));
    int right = byteOf(PairCounts.right(pair));
    if (left < 0 || right < 0 || lists.heapBytes() < renewFrom) {
      return list;
    }
    int index = left << 8 | right;
    if (count > counts[index] / 4) {
      return list;
    }
    counts[index] = count;
    last[index] = NEVER;
    firsts[index] = lists.begin();
    cursors[index] = firsts[index];
    lists.forEach(
        list,
        place -> {
          if (words.contains(place, PairCounts.left(pair), PairCounts.right(pair))) {
            append(index, place);
          }
        });
    lists.release(list);
    return lists.finish(firsts[index], cursors[index]);
  }

  private int byteOf(int token) {
    return token < byteOf.length ? byteOf[token] : NEVER;
  }
}
