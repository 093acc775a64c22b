package dev.sluice.jobs.tokenizer;

import dev.sluice.algorithms.bpe.BpeTrainer;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * How many distinct words are to be learned from, and how many would be with higher minimum counts.
 * Not thread-safe.
 */
final class WordTally {
  private static final long[] MINIMA = {2, 3, 5, 10, 20, 50, 100, 200, 500, 1000};

  /** Ascending; the first one is the minimum of the training. */
  private final long[] minima;

  /** Words with at least so many occurrences, but fewer than the next number; and their bytes. */
  private final long[] wordsFrom;

  private final long[] bytesFrom;
  private long words;
  private long bytes;

  WordTally(long minCount) {
    minima =
        LongStream.concat(
                LongStream.of(minCount), LongStream.of(MINIMA).filter(least -> least > minCount))
            .toArray();
    wordsFrom = new long[minima.length];
    bytesFrom = new long[minima.length];
  }

  /**
   * Adds a word.
   *
   * @param count of its occurrences, at least the minimum
   */
  void add(int length, long count) {
    int at = minima.length - 1;
    while (minima[at] > count) {
      at--;
    }
    wordsFrom[at]++;
    bytesFrom[at] += length;
    words++;
    bytes += length;
  }

  /** That many times these words. */
  WordTally times(double factor) {
    WordTally all = new WordTally(minima[0]);
    for (int i = 0; i < minima.length; i++) {
      all.wordsFrom[i] = Math.round(factor * wordsFrom[i]);
      all.bytesFrom[i] = Math.round(factor * bytesFrom[i]);
      all.words += all.wordsFrom[i];
      all.bytes += all.bytesFrom[i];
    }
    return all;
  }

  /** The number of distinct words. */
  long words() {
    return words;
  }

  /** The bytes of the distinct words. */
  long bytes() {
    return bytes;
  }

  /** The lowest higher minimum with which learning fits into this memory, if there is one. */
  OptionalLong minimumFor(long heapBytes) {
    long fewer = words;
    long fewerBytes = bytes;
    for (int next = 1; next < minima.length; next++) {
      fewer -= wordsFrom[next - 1];
      fewerBytes -= bytesFrom[next - 1];
      if (fewer > 0 && fewer < words && BpeTrainer.memoryBytes(fewer, fewerBytes) <= heapBytes) {
        return OptionalLong.of(minima[next]);
      }
    }
    return OptionalLong.empty();
  }
}
