package dev.sluice.operators.text;

import dev.sluice.operators.Text;
import dev.sluice.operators.text.HashGroups.RepeatFilter;

/**
 * Repeated n-grams of tokens, for n from {@link #LEAST} to {@link #MOST}. An n-gram can only repeat
 * if its first n - 1 tokens repeat, so for each n, only the positions found for n - 1 are examined,
 * which are few in prose. Compares 64-bit hashes.
 *
 * <p>Computes the results for all n up to the requested one, and keeps them. Memory: about 50 bytes
 * per token. Not thread-safe, like the text to which the n-grams belong.
 */
public final class WordNGrams {
  /** The smallest n. */
  public static final int LEAST = 2;

  /** The largest n. */
  public static final int MOST = 10;

  private static final WordRule.Analyses<WordNGrams> ALL = WordRule.analyses(WordNGrams::new);

  private final Words words;
  private final long[] wordHashes;
  private final HashGroups groups;
  private final int[] top = new int[MOST + 1];
  private final int[] duplicate = new int[MOST + 1];
  private int done = LEAST - 1;

  // The positions whose last n-gram repeats, in order, with its hash.
  private final int[] places;
  private final long[] hashes;
  private final int[] groupOf;
  private int candidates;

  private WordNGrams(Text text, WordRule rule) {
    this.words = Words.of(text, rule);
    this.wordHashes = WordHashes.of(text, rule);
    int pairs = Math.max(0, wordHashes.length - 1);
    long[] all = new long[pairs];
    for (int i = 0; i < pairs; i++) {
      all[i] = TextHash.join(wordHashes[i], wordHashes[i + 1]);
    }
    this.places = new int[pairs];
    this.candidates = placesThatMayRepeat(all, places);
    this.hashes = new long[candidates];
    for (int i = 0; i < candidates; i++) {
      hashes[i] = all[places[i]];
    }
    this.groups = new HashGroups(candidates);
    this.groupOf = new int[candidates];
  }

  private static int placesThatMayRepeat(long[] pairs, int[] places) {
    RepeatFilter filter = new RepeatFilter(pairs, pairs.length);
    int kept = 0;
    for (int i = 0; i < pairs.length; i++) {
      places[kept] = i;
      kept += filter.flag(pairs[i]);
    }
    return kept;
  }

  /** Returns the n-grams of a text. */
  public static WordNGrams of(Text text, WordRule rule) {
    return ALL.of(text, rule);
  }

  /**
   * Returns the number of code points in all occurrences of the most frequent n-gram, with one
   * space between tokens, or 0 for fewer than n tokens. If several n-grams are equally frequent,
   * the first counts.
   *
   * @param n from {@link #LEAST} to {@link #MOST}
   */
  public int topCharacters(int n) {
    compute(n);
    return top[n];
  }

  /**
   * Returns the number of code points in the tokens of repeated n-grams. Scans from the beginning;
   * a repeated n-gram is counted and skipped as a whole, so that no token is counted twice.
   *
   * @param n from {@link #LEAST} to {@link #MOST}
   */
  public int duplicateCharacters(int n) {
    compute(n);
    return duplicate[n];
  }

  private void compute(int n) {
    if (n < LEAST || n > MOST) {
      throw new IllegalArgumentException(
          "n is %d; must be from %d to %d".formatted(n, LEAST, MOST));
    }
    while (done < n) {
      done++;
      if (done > LEAST) {
        extend(done);
      }
      group();
      top[done] = top(done);
      keepRepeated();
      duplicate[done] = duplicate(done);
    }
  }

  /** Extends every n-gram by a token; drops n-grams at the end of the text. */
  private void extend(int n) {
    int kept = 0;
    for (int i = 0; i < candidates; i++) {
      int last = places[i] + n - 1;
      if (last < wordHashes.length) {
        places[kept] = places[i];
        hashes[kept++] = TextHash.join(hashes[i], wordHashes[last]);
      }
    }
    candidates = kept;
  }

  private void group() {
    groups.clear(candidates);
    for (int i = 0; i < candidates; i++) {
      groupOf[i] = groups.add(hashes[i]);
    }
  }

  private int top(int n) {
    int most = 0;
    int first = 0;
    for (int i = 0; i < candidates; i++) {
      if (groups.count(groupOf[i]) > most) {
        most = groups.count(groupOf[i]);
        first = places[i];
      }
    }
    if (most <= 1) { // nothing repeats: take the first sequence, whether or not it is a candidate
      return words.count() < n ? 0 : length(0, n) + n - 1;
    }
    return most * (length(first, n) + n - 1);
  }

  private void keepRepeated() {
    int kept = 0;
    for (int i = 0; i < candidates; i++) {
      if (groups.count(groupOf[i]) > 1) {
        places[kept] = places[i];
        hashes[kept] = hashes[i];
        groupOf[kept++] = groupOf[i];
      }
    }
    candidates = kept;
  }

  private int duplicate(int n) {
    boolean[] seen = new boolean[candidates == 0 ? 0 : groups.groups()];
    int characters = 0;
    int next = 0;
    for (int i = 0; i < candidates; i++) {
      if (places[i] < next) {
        continue;
      }
      if (seen[groupOf[i]]) {
        characters += length(places[i], n);
        next = places[i] + n;
      }
      seen[groupOf[i]] = true;
    }
    return characters;
  }

  private int length(int from, int n) {
    int length = 0;
    for (int i = from; i < from + n; i++) {
      length += words.length(i);
    }
    return length;
  }
}
