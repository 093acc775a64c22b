package dev.sluice.jobs.vocabulary;

import java.util.Comparator;

/**
 * A word and its number of occurrences.
 *
 * @param word as in the texts after normalisation
 * @param count 1 or more
 */
public record CountedWord(String word, long count) {
  /** Most frequent first; ties by code points. */
  static final Comparator<CountedWord> ORDER =
      Comparator.comparingLong(CountedWord::count)
          .reversed()
          .thenComparing(CountedWord::word, CountedWord::compareCodePoints);

  /** Orders surrogates after all other UTF-16 units, as their code points are. */
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
