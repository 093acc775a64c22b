package dev.sluice.storage.takedown;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The similarity of texts of ASCII letters, computed without hashes. */
final class PlainSimilarity {
  private static final int MOST_LETTERS = 32;

  private PlainSimilarity() {}

  /**
   * Returns the Jaccard similarity of all sequences of three words. Of short texts and of those
   * that mostly repeat themselves, it is 1 or 0.
   */
  static double of(String one, String other) {
    List<String> left = words(one);
    List<String> right = words(other);
    boolean isComparable = hasManySequences(left) && hasManySequences(right);
    if (left.equals(right)) {
      return left.isEmpty() ? 0 : 1;
    }
    return isComparable ? jaccard(sequences(left, 3), sequences(right, 3)) : 0;
  }

  static double jaccard(Set<String> one, Set<String> other) {
    Set<String> common = new HashSet<>(one);
    common.retainAll(other);
    return common.size() / ((double) one.size() + other.size() - common.size());
  }

  private static boolean hasManySequences(List<String> words) {
    Set<String> sequences = sequences(words, 3);
    long distinct = sequences.stream().filter(sequence -> sequence.endsWith("#1")).count();
    return words.size() >= 5 && 2 * distinct >= sequences.size();
  }

  /** Returns all sequences of so many words, numbered by their occurrence. */
  static Set<String> sequences(List<String> words, int length) {
    Set<String> sequences = new HashSet<>();
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i + length <= words.size(); i++) {
      String sequence = String.join(" ", words.subList(i, i + length));
      sequences.add(sequence + "#" + counts.merge(sequence, 1, Integer::sum));
    }
    return sequences;
  }

  static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    for (String run : text.toLowerCase(Locale.ROOT).split("[^a-z]+")) {
      for (int from = 0; from < run.length(); from += MOST_LETTERS) {
        words.add(run.substring(from, Math.min(run.length(), from + MOST_LETTERS)));
      }
    }
    return words;
  }
}
