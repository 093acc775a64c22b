package dev.sluice.jobs.vocabulary;

import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;

/** Keeps the most frequent of all words it is shown. Memory: as many words as are wanted. */
final class TopWords {
  private final int size;
  private final long minCount;
  private final Set<String> excluded;
  private final PriorityQueue<CountedWord> kept = new PriorityQueue<>(CountedWord.ORDER.reversed());
  private long total;
  private long distinct;
  private long covered;

  /**
   * @param size the most words kept
   * @param minCount the least count of a word that is kept
   * @param excluded words that are never kept
   */
  TopWords(int size, long minCount, List<String> excluded) {
    this.size = size;
    this.minCount = minCount;
    this.excluded = Set.copyOf(excluded);
  }

  /** Takes a distinct word. */
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

  /** The most frequent first. */
  List<CountedWord> ranked() {
    return kept.stream().sorted(CountedWord.ORDER).toList();
  }

  /** All words, kept or not, as often as they are there. */
  long total() {
    return total;
  }

  /** The different words. */
  long distinct() {
    return distinct;
  }

  /** The share of all words that is kept, 0 to 1. */
  double coverage() {
    return total == 0 ? 0 : (double) covered / total;
  }
}
