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
    HashGroups groups = groups(wordHashes(text, rule), n);
    long all = 0;
    long repeated = 0;
    for (int group = 0; group < groups.groups(); group++) {
      int count = groups.count(group);
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
    HashGroups groups = groups(codePoints(text), n);
    int different = groups.groups();
    int repeated = 0;
    long all = 0;
    for (int group = 0; group < different; group++) {
      all += groups.count(group);
      repeated += groups.count(group) > 1 ? 1 : 0;
    }
    int top = Math.min((int) Math.sqrt(different), repeated);
    return all == 0 ? NOTHING : (double) sumOfLargest(groups, repeated, top) / all;
  }

  private static long sumOfLargest(HashGroups groups, int repeated, int top) {
    int[] frequent = new int[repeated];
    int found = 0;
    for (int group = 0; found < repeated; group++) {
      if (groups.count(group) > 1) {
        frequent[found++] = groups.count(group);
      }
    }
    Arrays.sort(frequent);
    long sum = 0;
    for (int i = repeated - top; i < repeated; i++) {
      sum += frequent[i];
    }
    return sum;
  }

  private static HashGroups groups(long[] symbols, int n) {
    HashGroups groups = new HashGroups(Math.max(0, symbols.length - n + 1));
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
        groups.add(hash);
      }
    }
    return groups;
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
