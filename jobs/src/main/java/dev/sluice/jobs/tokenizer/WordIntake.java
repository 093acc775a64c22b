package dev.sluice.jobs.tokenizer;

import dev.sluice.algorithms.bpe.BpeTrainer;
import dev.sluice.algorithms.words.WordCounter.CountedWordSink;
import dev.sluice.jobs.text.JobFailedException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Passes words that are not rare to a trainer. It stops when the heap is too small to learn merges
 * from more words. Beyond that, only counts words, so that it can report how much memory they need.
 */
final class WordIntake implements CountedWordSink {
  /** The heap that is proposed if memory runs out, as a multiple of the current heap. */
  private static final double RAN_OUT = 1.5;

  private final BpeTrainer trainer;
  private final long minCount;
  private final long heapBytes;
  private long distinct;
  private long distinctBytes;
  private long keptBytes;
  private long rareWords;
  private long rareTotal;
  private long rareBytes;

  /**
   * @param minCount minimum count of a word; words that occur less often are omitted
   * @param heapBytes heap of the process
   */
  WordIntake(BpeTrainer trainer, long minCount, long heapBytes) {
    this.trainer = trainer;
    this.minCount = minCount;
    this.heapBytes = heapBytes;
  }

  @Override
  public void add(byte[] word, int offset, int length, long count) {
    if (count < minCount) {
      rareWords++;
      rareTotal += count;
      rareBytes += count * length;
      return;
    }
    distinct++;
    distinctBytes += length;
    keptBytes += count * length;
    if (fits()) {
      trainer.add(word, offset, length, count);
    }
  }

  private boolean fits() {
    return BpeTrainer.leastBytes(distinct, distinctBytes) <= heapBytes;
  }

  /** Returns the number of distinct words, including rare ones. */
  long words() {
    return distinct + rareWords;
  }

  /**
   * Checks, after the last word, that not all words are rare and that the trainer has received all
   * others.
   *
   * @throws JobFailedException otherwise
   */
  void require() {
    if (distinct == 0) {
      throw new JobFailedException(
          ("no word occurs %,d times or more (distinct words: %,d): there is nothing to learn. Set"
                  + " a lower --min-word-count")
              .formatted(minCount, rareWords));
    }
    if (!fits()) {
      long least = BpeTrainer.leastBytes(distinct, distinctBytes);
      String need = "%,d to %,d MiB".formatted(mebibytes(least), mebibytes(usualBytes()));
      throw tooMany("", need, usualBytes());
    }
  }

  /**
   * Checks, after a merge, that there is memory for the next merges. Texts that need more than the
   * minimum are tried, too.
   *
   * @throws JobFailedException if less than a sixteenth of the heap is left
   */
  void check(int tokens, long used) {
    if (used > heapBytes - (heapBytes >> 4)) {
      throw tooMany(
          "memory ran out after %,d tokens: ".formatted(tokens),
          "more memory than is available",
          Math.max(usualBytes(), (long) (RAN_OUT * heapBytes)));
    }
  }

  private long usualBytes() {
    return BpeTrainer.memoryBytes(distinct, distinctBytes);
  }

  private JobFailedException tooMany(String state, String need, long heap) {
    return new JobFailedException(
        ("%slearning merges from %,d distinct words of %,d bytes needs %s; the Java heap has %,d"
                + " MiB. Set --memory to %dMiB or more, omit rare words with --min-word-count, or"
                + " train on fewer texts")
            .formatted(state, distinct, distinctBytes, need, mebibytes(heapBytes), memory(heap)));
  }

  /**
   * Returns the value of {@code memory} that results in this heap; the launcher reserves some
   * memory in addition to the heap.
   */
  private static long memory(long heap) {
    return (mebibytes(heap) + 128) * 16 / 15 + 1;
  }

  private static long mebibytes(long bytes) {
    return (bytes + (1 << 20) - 1) >> 20;
  }

  /** Returns the part of {@code report.json} about omitted rare words. */
  Map<String, Object> rare() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("min_word_count", minCount);
    json.put("distinct_words", rareWords);
    json.put("words", rareTotal);
    json.put("bytes", rareBytes);
    json.put("share_of_bytes", TrainingReport.ratio(rareBytes, rareBytes + keptBytes));
    return json;
  }
}
