package dev.sluice.operators.text;

import dev.sluice.operators.Text;
import java.util.Arrays;

/**
 * The shares of a text that are repeated sequences, as Data-Juicer measures them. Sequences are
 * told apart by 64-bit hashes that are rolled from one place to the next, so that the cost does not
 * depend on their length.
 */
public final class Repetition {
  private static final long BASE = 0x9E6B_5A7C_3D1F_8B45L;
  private static final double NOTHING = 0;

  private Repetition() {}

  /**
   * The share of all sequences of n words, in lower case, that occur more than once; 0 where there
   * are fewer than n words.
   */
  public static double ofWords(Text text, WordRule rule, int n) {
    int[] counts = counts(wordHashes(text, rule), n);
    long all = 0;
    long repeated = 0;
    for (int count : counts) {
      all += count;
      repeated += count > 1 ? count : 0;
    }
    return all == 0 ? NOTHING : (double) repeated / all;
  }

  /**
   * The share of the most frequent sequences of n characters in all of them: of as many as the
   * square root of the number of different ones, but only of those that occur more than once; 0
   * where there are fewer than n characters.
   */
  public static double ofCharacters(Text text, int n) {
    int[] counts = counts(codePoints(text), n);
    int different = 0;
    int once = 0;
    long all = 0;
    for (int count : counts) {
      all += count;
      different += count > 0 ? 1 : 0;
      once += count == 1 ? 1 : 0;
    }
    if (all == 0) {
      return NOTHING;
    }
    int top = Math.min((int) Math.sqrt(different), different - once);
    return (double) sumOfLargest(counts, different - once, top) / all;
  }

  private static long sumOfLargest(int[] counts, int repeated, int top) {
    int[] frequent = new int[repeated];
    int found = 0;
    for (int count : counts) {
      if (count > 1) {
        frequent[found++] = count;
      }
    }
    Arrays.sort(frequent);
    long sum = 0;
    for (int i = repeated - top; i < repeated; i++) {
      sum += frequent[i];
    }
    return sum;
  }

  private static int[] counts(long[] symbols, int n) {
    int sequences = Math.max(0, symbols.length - n + 1);
    HashCounter counter = new HashCounter(sequences);
    long leaving = 1;
    for (int i = 0; i < n; i++) {
      leaving *= BASE;
    }
    long hash = 0;
    for (int i = 0; i < symbols.length; i++) {
      hash = hash * BASE + symbols[i];
      if (i >= n) {
        hash -= symbols[i - n] * leaving;
      }
      if (i >= n - 1) {
        counter.add(hash);
      }
    }
    return counter.counts();
  }

  private static long[] codePoints(Text text) {
    char[] chars = text.chars();
    long[] codePoints = new long[text.analysis(CharCounts.OF).all()];
    int at = 0;
    for (int i = 0; i < codePoints.length; i++) {
      int codePoint = CharClass.codePointAt(chars, at, chars.length);
      codePoints[i] = codePoint + 1L;
      at += codePoint < 0x10000 ? 1 : 2;
    }
    return codePoints;
  }

  private static long[] wordHashes(Text text, WordRule rule) {
    Words words = Words.of(text, rule);
    char[] chars = text.chars();
    long[] hashes = new long[words.words()];
    int found = 0;
    for (int i = 0; i < words.count(); i++) {
      if (words.isWord(i)) {
        hashes[found++] = lowerHash(chars, words.start(i), words.end(i));
      }
    }
    return hashes;
  }

  private static long lowerHash(char[] chars, int from, int to) {
    long hash = 1;
    for (int i = from; i < to; i++) {
      hash = PolynomialHash.append(hash, LowerCase.of(chars[i]));
    }
    return hash;
  }
}
