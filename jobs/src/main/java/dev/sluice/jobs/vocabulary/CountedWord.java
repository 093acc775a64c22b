package dev.sluice.jobs.vocabulary;

import java.util.Comparator;

/**
 * A word and how often it is there.
 *
 * @param word as in the texts, after what was done to them
 * @param count 1 or more
 */
public record CountedWord(String word, long count) {
  /** The most frequent first; of equal counts by code points. */
  static final Comparator<CountedWord> ORDER =
      Comparator.comparingLong(CountedWord::count)
          .reversed()
          .thenComparing(CountedWord::word, CountedWord::compareCodePoints);

  /** Surrogates come behind all other units of UTF-16 then, as their code points do. */
  private static int compareCodePoints(String a, String b) {
    int length = Math.min(a.length(), b.length());
    for (int i = 0; i < length; i++) {
      char left = a.charAt(i);
      char right = b.charAt(i);
      if (left != right) {
        boolean apart = Character.isSurrogate(left) != Character.isSurrogate(right);
        return apart ? (Character.isSurrogate(left) ? 1 : -1) : Character.compare(left, right);
      }
    }
    return Integer.compare(a.length(), b.length());
  }
}
