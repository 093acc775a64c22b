package dev.sluice.algorithms.bpe;

/** Merges pairs in the words that contain them, and keeps the counts and the queue up to date. */
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
   * The number of occurrences directly before a token that the merge creates: there, this token is
   * on both sides of a pair.
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
    this.lefts = new Neighbours(lists);
    this.rights = new Neighbours(lists);
  }

  /** Merges the queue's current pair into the token {@code merged}. */
  void merge(int merged) {
    this.left = PairCounts.left(queue.pair());
    this.right = PairCounts.right(queue.pair());
    this.merged = merged;
    this.beforeItself = 0;
    lists.forEach(queue.list(), this::mergeWord);
    lists.release(queue.list());
    apply();
  }

  /** Merges the pair in a word. Before its first occurrence, nothing has to be written. */
  private void mergeWord(long place) {
    char[] units = words.units(place);
    int start = words.start(place);
    int at = TrainingWords.tokens(units, start);
    int previous = TrainingWords.NONE;
    int token = TrainingWords.token(units, at);
    while (token != TrainingWords.NONE) {
      int end = at + TrainingWords.size(token);
      int next = TrainingWords.token(units, end);
      if (token == left && next == right) {
        mergeFrom(place, units, at, previous, words.count(units, start));
        return;
      }
      at = end;
      previous = token;
      token = next;
    }
  }

  /** Merges from an occurrence of the pair to the end of the word. */
  private void mergeFrom(long place, char[] units, int at, int before, long count) {
    int read = at;
    int write = at;
    int previous = before;
    int token = left;
    while (token != TrainingWords.NONE) {
      read += TrainingWords.size(token);
      int next = TrainingWords.token(units, read);
      if (token == left && next == right) {
        read += TrainingWords.size(right);
        next = TrainingWords.token(units, read);
        if (previous != TrainingWords.NONE) {
          before(previous, place, count);
        }
        if (next != TrainingWords.NONE) {
          after(next, place, count);
        }
        token = merged;
      }
      write = TrainingWords.put(units, write, token);
      previous = token;
      token = next;
    }
    TrainingWords.shorten(units, write, read);
  }

  private void before(int token, long place, long count) {
    int index = lefts.index(token);
    lefts.count(index, count);
    if (mayJoin(token)) {
      lefts.note(index, place);
    }
  }

  private void after(int token, long place, long count) {
    if (token == merged) {
      beforeItself += count;
      if (mayJoin(token)) {
        lefts.note(lefts.index(token), place);
      }
      return;
    }
    int index = rights.index(token);
    rights.count(index, count);
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
    lefts.clear();
    rights.clear();
  }

  /**
   * Moves a number of occurrences from an old pair to a new pair. Pairs that would exceed the
   * maximum length are not counted.
   */
  private void change(int oldLeft, int oldRight, int newLeft, int newRight, long count) {
    counts.add(PairCounts.pair(oldLeft, oldRight), -count);
    if (mayJoin(newLeft == merged ? newRight : newLeft)) {
      counts.add(PairCounts.pair(newLeft, newRight), count);
    }
  }

  private void enqueue(Neighbours side, int index, long pair) {
    if (side.hasPlaces(index)) {
      long count = counts.count(pair);
      if (count > 0 && queue.wants(count)) {
        queue.push(pair, count, side.finish(index));
      } else {
        side.discard(index);
      }
    }
  }
}
