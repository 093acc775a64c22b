package dev.sluice.jobs.tokenizer;

import dev.sluice.algorithms.bpe.BpeTrainer;
import dev.sluice.algorithms.words.CountedWordSink;
import dev.sluice.jobs.text.JobFailedException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Passes words to a trainer, apart from rare ones, as long as merges can be learned from them in
 * the available heap. Beyond, it only counts them, so that it can say how much memory they need.
 */
final class WordIntake implements CountedWordSink {
  private final BpeTrainer trainer;
  private final long minCount;
  private final TrainingMemory memory;
  private final WordTally kept;
  private long keptBytes;
  private long rareWords;
  private long rareTotal;
  private long rareBytes;

  /**
   * @param minCount words that occur fewer times are left out
   */
  WordIntake(BpeTrainer trainer, long minCount, TrainingMemory memory) {
    this.trainer = trainer;
    this.minCount = minCount;
    this.memory = memory;
    this.kept = new WordTally(minCount);
  }

  @Override
  public void add(byte[] word, int offset, int length, long count) {
    if (count < minCount) {
      rareWords++;
      rareTotal += count;
      rareBytes += count * length;
      return;
    }
    kept.add(length, count);
    keptBytes += count * length;
    if (memory.fits(kept)) {
      trainer.add(word, offset, length, count);
    }
  }

  /** The number of distinct words, rare ones included. */
  long words() {
    return kept.words() + rareWords;
  }

  /**
   * Checks, after all words, that not all of them are rare, and that the trainer has the others.
   *
   * @throws JobFailedException otherwise
   */
  void require() {
    if (kept.words() == 0) {
      throw new JobFailedException(
          ("none of %,d different words occurs %,d times or more: there is nothing to learn. Set a"
                  + " lower --min-word-count")
              .formatted(rareWords, minCount));
    }
    if (!memory.fits(kept)) {
      throw memory.tooMany(kept, "");
    }
  }

  /**
   * Checks, after a merge, that there is memory for the next ones: texts that take more than the
   * minimum are tried.
   *
   * @throws JobFailedException if less than a sixteenth of the heap is left
   */
  void check(int tokens, long used) {
    long heap = memory.heapBytes();
    if (used > heap - (heap >> 4)) {
      throw memory.ranOut(kept, tokens);
    }
  }

  /** For {@code report.json}: what was left out because it is rare. */
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
