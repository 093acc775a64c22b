package dev.sluice.algorithms.bpe;

/** Merges pairs in the words that contain them, and keeps counts and queue up to date. */
final class PairMerger {
  private final TrainingWords words;
  private final TokenTable tokens;
  private final PairCounts counts;
  private final PositionLists lists;
  private final MergeQueue queue;
  private final int maxTokenLength;
  private final Neighbours lefts;
  private final Neighbours rights;

  private int left;
  private int right;
  private int merged;

  /**
   * Occurrences directly before the token that the merge creates: that token is then on both sides
   * of its pair.
   */
  private long beforeItself;

  PairMerger(
      TrainingWords words,
      TokenTable tokens,
      PairCounts counts,
      PositionLists lists,
      MergeQueue queue,
      TrainerOptions options) {
    this.words = words;
    this.tokens = tokens;
    this.counts = counts;
    this.lists = lists;
    this.queue = queue;
    this.maxTokenLength = options.maxTokenLength();
    this.lefts = new Neighbours(options.vocabularySize());
    this.rights = new Neighbours(options.vocabularySize());
  }

  /** Merges the queue's current pair into the token {@code merged}. */
  void merge(int merged) {
    this.left = PairCounts.left(queue.pair());
    this.right = PairCounts.right(queue.pair());
    this.merged = merged;
    this.beforeItself = 0;
    byte[] chunk = lists.chunk(queue.list());
    int at = PositionLists.offset(queue.list());
    int place = 0;
    for (int i = queue.places(); i > 0; i--) {
      int difference = chunk[at++];
      if (difference < 0) {
        difference &= 0x7F;
        int next;
        int shift = 7;
        do {
          next = chunk[at++];
          difference |= (next & 0x7F) << shift;
          shift += 7;
        } while (next < 0);
      }
      place += difference;
      mergeWord(place);
    }
    apply();
  }

  private void mergeWord(int place) {
    int[] records = words.records();
    int from = place + TrainingWords.HEADER;
    int end = from + records[place + 1];
    int write = from;
    int read = from;
    while (read < end) {
      int token = records[read++];
      if (token == left && read < end && records[read] == right) {
        read++;
        if (write > from) {
          before(records[write - 1], place);
        }
        if (read < end) {
          after(records[read], place);
        }
        token = merged;
      }
      records[write++] = token;
    }
    records[place + 1] = write - from;
  }

  private void before(int token, int place) {
    int index = lefts.index(token);
    lefts.count(index, words.count(place));
    if (mayJoin(token)) {
      lefts.note(index, place);
    }
  }

  private void after(int token, int place) {
    if (token == merged) {
      beforeItself += words.count(place);
      if (mayJoin(token)) {
        lefts.note(lefts.index(token), place);
      }
      return;
    }
    int index = rights.index(token);
    rights.count(index, words.count(place));
    if (mayJoin(token)) {
      rights.note(index, place);
    }
  }

  private boolean mayJoin(int token) {
    return maxTokenLength == TrainerOptions.UNLIMITED
        || tokens.length(token) + tokens.length(merged) <= maxTokenLength;
  }

  /** Updates all counts first, so that new pairs enter the queue with their final counts. */
  private void apply() {
    for (int i = 0; i < lefts.size(); i++) {
      int token = lefts.token(i);
      change(token, left, token, merged, lefts.sum(i));
    }
    for (int i = 0; i < rights.size(); i++) {
      int token = rights.token(i);
      change(right, token, merged, token, rights.sum(i));
    }
    if (beforeItself > 0) {
      change(right, merged, merged, merged, beforeItself);
    }
    for (int i = 0; i < lefts.size(); i++) {
      enqueue(lefts, i, PairCounts.pair(lefts.token(i), merged));
    }
    for (int i = 0; i < rights.size(); i++) {
      enqueue(rights, i, PairCounts.pair(merged, rights.token(i)));
    }
    lefts.write(lists);
    rights.write(lists);
    lefts.clear();
    rights.clear();
  }

  /**
   * Moves a number of occurrences from one pair to another. Pairs that would exceed the maximum
   * length are not counted.
   */
  private void change(int oldLeft, int oldRight, int newLeft, int newRight, long count) {
    counts.add(PairCounts.pair(oldLeft, oldRight), -count);
    if (mayJoin(newLeft == merged ? newRight : newLeft)) {
      counts.add(PairCounts.pair(newLeft, newRight), count);
    }
  }

  private void enqueue(Neighbours side, int index, long pair) {
    if (side.places(index) > 0) {
      long count = counts.count(pair);
      if (count > 0 && queue.wants(count)) {
        queue.push(pair, count, side.allocate(index, lists), side.places(index));
        return;
      }
    }
    side.skip(index);
  }
}
