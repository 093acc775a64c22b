package dev.sluice.jobs.tokenizer;

import dev.sluice.core.Utf8;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;

/** Keeps the most frequent of all words added. Memory: that of the words kept. */
final class TopWords {
  private final int size;
  private final long minCount;
  private final Set<String> excluded;
  private final PriorityQueue<CountedWord> kept = new PriorityQueue<>(CountedWord.ORDER.reversed());
  private long total;
  private long distinct;
  private long covered;

  /**
   * @param size maximum number of words to keep
   * @param minCount minimum count of a word to keep
   * @param excluded words never to keep
   */
  TopWords(int size, long minCount, List<String> excluded) {
    this.size = size;
    this.minCount = minCount;
    this.excluded = Set.copyOf(excluded);
  }

  /** Adds a distinct word. */
  void add(String word, long count) {
    total += count;
    distinct++;
    if (count < minCount || excluded.contains(word)) {
      return;
    }
    kept.add(new CountedWord(word, count));
    covered += count;
    if (kept.size() > size) {
      covered -= kept.remove().count();
    }
  }

  /** The kept words, most frequent first. */
  List<CountedWord> ranked() {
    return kept.stream().sorted(CountedWord.ORDER).toList();
  }

  /** Number of occurrences of all words, kept or not. */
  long total() {
    return total;
  }

  /** Number of distinct words. */
  long distinct() {
    return distinct;
  }

  /** The fraction of occurrences that the kept words cover, 0 to 1. */
  double coverage() {
    return total == 0 ? 0 : (double) covered / total;
  }

  /**
   * A word and its number of occurrences.
   *
   * @param word as in the texts after normalisation
   * @param count 1 or more
   */
  record CountedWord(String word, long count) {
    /** Most frequent first; ties by code points. */
    static final Comparator<CountedWord> ORDER =
        Comparator.comparingLong(CountedWord::count)
            .reversed()
            .thenComparing(CountedWord::word, Utf8.ORDER);
  }
}
