package dev.sluice.operators.text;

import dev.sluice.operators.Text;
import dev.sluice.operators.text.HashGroups.RepeatFilter;
import java.util.Arrays;

/**
 * Measures the fraction of a text that consists of repeated n-grams, as Data-Juicer does. Compares
 * rolling 64-bit hashes, so the cost does not depend on n.
 */
public final class Repetition {
  private static final long BASE = 0x9E6B_5A7C_3D1F_8B45L;
  private static final double NOTHING = 0;

  private Repetition() {}

  /**
   * Returns the fraction of n-grams of lower-case words that occur more than once, or 0 for fewer
   * than n words.
   */
  public static double ofWords(Text text, WordRule rule, int n) {
    long[] sequences = sequences(wordHashes(text, rule), n);
    HashGroups groups = repeated(sequences);
    long repeated = 0;
    for (int group = 0; group < groups.groups(); group++) {
      repeated += groups.count(group) > 1 ? groups.count(group) : 0;
    }
    return sequences.length == 0 ? NOTHING : (double) repeated / sequences.length;
  }

  /**
   * Returns the share of the most frequent character n-grams. Of the first sqrt(distinct n-grams),
   * those that occur more than once count. The result is 0 for fewer than n characters.
   */
  public static double ofCharacters(Text text, int n) {
    long[] sequences = sequences(codePoints(text), n);
    HashGroups groups = repeated(sequences);
    int[] frequent = new int[groups.groups()];
    int repeated = 0;
    int different = sequences.length;
    for (int group = 0; group < groups.groups(); group++) {
      if (groups.count(group) > 1) {
        frequent[repeated++] = groups.count(group);
        different -= groups.count(group) - 1;
      }
    }
    int top = Math.min((int) Math.sqrt(different), repeated);
    return sequences.length == 0
        ? NOTHING
        : (double) sumOfLargest(frequent, repeated, top) / sequences.length;
  }

  /** Returns groups of all repeated hashes and some other hashes; reorders the array. */
  private static HashGroups repeated(long[] hashes) {
    int kept = new RepeatFilter(hashes, hashes.length).keep(hashes);
    HashGroups groups = new HashGroups(kept);
    for (int i = 0; i < kept; i++) {
      groups.add(hashes[i]);
    }
    return groups;
  }

  private static long sumOfLargest(int[] numbers, int count, int top) {
    Arrays.sort(numbers, 0, count);
    long sum = 0;
    for (int i = count - top; i < count; i++) {
      sum += numbers[i];
    }
    return sum;
  }

  private static long power(int exponent) {
    long power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= BASE;
    }
    return power;
  }

  /** Returns the hashes of all n-grams. */
  private static long[] sequences(long[] symbols, int n) {
    long[] sequences = new long[Math.max(0, symbols.length - n + 1)];
    long leaving = power(n);
    long hash = 0;
    for (int i = 0; i < symbols.length; i++) {
      hash = hash * BASE + symbols[i];
      if (i >= n) {
        hash -= symbols[i - n] * leaving;
      }
      if (i >= n - 1) {
        sequences[i - n + 1] = hash;
      }
    }
    return sequences;
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
    long[] all = WordHashes.ofLower(text, rule);
    if (words.words() == words.count()) {
      return all;
    }
    long[] hashes = new long[words.words()];
    int found = 0;
    for (int i = 0; i < all.length; i++) {
      if (words.isWord(i)) {
        hashes[found++] = all[i];
      }
    }
    return hashes;
  }
}
