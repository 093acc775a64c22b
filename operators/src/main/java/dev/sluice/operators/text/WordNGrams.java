package dev.sluice.operators.text;

import dev.sluice.operators.Analysis;
import dev.sluice.operators.Text;

/**
 * How often sequences of n tokens repeat, for growing n: each step joins one more token to every
 * sequence, so that all n together cost one hash each. Sequences are told apart by 61-bit hashes.
 *
 * <p>What was computed for an n is kept. Memory: 8 bytes a token for each of the two kinds of
 * sequence, and 24 to 48 while it counts. Not thread-safe, as the text it belongs to.
 */
public final class WordNGrams {
  /** The longest sequence that can be asked for. */
  public static final int MOST = 10;

  /** Of the tokens by the segments of Unicode. */
  private static final Analysis<WordNGrams> UNICODE =
      Analysis.by(text -> new WordNGrams(text, WordRule.UNICODE));

  /** Of the tokens between white space. */
  private static final Analysis<WordNGrams> WHITESPACE =
      Analysis.by(text -> new WordNGrams(text, WordRule.WHITESPACE));

  private final Words words;
  private final long[] hashes;
  private final HashCounter counter;
  private final Sequences spaced;
  private final Sequences joined;

  private WordNGrams(Text text, WordRule rule) {
    this.words = Words.of(text, rule);
    this.hashes = WordHashes.get(text, rule);
    this.counter = new HashCounter(hashes.length);
    this.spaced = new Sequences(true);
    this.joined = new Sequences(false);
  }

  /** The sequences of a text. */
  public static WordNGrams of(Text text, WordRule rule) {
    return text.analysis(rule == WordRule.UNICODE ? UNICODE : WHITESPACE);
  }

  /**
   * The code points of all occurrences of the sequence that occurs most often, the tokens of each
   * with one space between; of several as frequent, of that which occurs first. 0 where the text
   * has fewer than n tokens.
   *
   * @param n from 1 to {@link #MOST}
   */
  public int topCharacters(int n) {
    long[] grams = spaced.of(n);
    int count = words.count() - n + 1;
    counter.clear();
    int top = 0;
    for (int i = 0; i < count; i++) {
      top = Math.max(top, counter.add(grams[i]));
    }
    return top == 0 ? 0 : top * lengthOfFirst(grams, count, top, n);
  }

  /** The length of the first sequence that occurs {@code top} times. */
  private int lengthOfFirst(long[] grams, int count, int top, int n) {
    if (top == 1) {
      return length(0, n) + n - 1;
    }
    // Counting down, the first occurrence of a sequence is where its count reaches its total.
    counter.clear();
    int first = 0;
    for (int i = count - 1; i >= 0; i--) {
      if (counter.add(grams[i]) == top) {
        first = i;
      }
    }
    return length(first, n) + n - 1;
  }

  /**
   * The code points in repeated sequences of n tokens, without what stands between the tokens: the
   * text is read from its beginning, and a sequence seen before is counted and stepped over as a
   * whole, so that nothing is counted twice.
   *
   * @param n from 1 to {@link #MOST}
   */
  public int duplicateCharacters(int n) {
    long[] grams = joined.of(n);
    int count = words.count() - n + 1;
    counter.clear();
    int characters = 0;
    for (int i = 0; i < count; i++) {
      if (counter.add(grams[i]) > 1) {
        characters += length(i, n);
        i += n - 1;
      }
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

  /** The hashes of all sequences of n tokens, by where they begin. */
  private final class Sequences {
    private final boolean withSpaces;
    private long[] grams = hashes;
    private int size = 1;

    Sequences(boolean withSpaces) {
      this.withSpaces = withSpaces;
    }

    long[] of(int n) {
      if (n < 1 || n > MOST) {
        throw new IllegalArgumentException("n is 1 to " + MOST + ", not " + n);
      }
      if (n < size) {
        grams = hashes;
        size = 1;
      }
      if (size == 1 && n > 1) {
        grams = hashes.clone();
      }
      while (size < n) {
        extend();
        size++;
      }
      return grams;
    }

    private void extend() {
      for (int i = 0; i + size < grams.length; i++) {
        long before = withSpaces ? PolynomialHash.append(grams[i], ' ') : grams[i];
        int last = i + size;
        grams[i] = PolynomialHash.join(before, hashes[last], words.end(last) - words.start(last));
      }
    }
  }
}
