package dev.sluice.jobs.tokenizer;

import dev.sluice.algorithms.bpe.BpeTrainer;
import dev.sluice.algorithms.words.WordCounts;
import dev.sluice.jobs.text.JobFailedException;

/** Whether merges can be learned from words in the heap there is. */
final class TrainingMemory {
  private TrainingMemory() {}

  /**
   * Checks it, once the words are counted; their tables are gone by then.
   *
   * @throws JobFailedException with the sum, when even the least that it takes does not fit
   */
  static void require(WordCounts words, long heapBytes) {
    long least = words.heapBytes() + BpeTrainer.leastBytes(words);
    if (least > heapBytes) {
      throw new JobFailedException(
          ("%,d different words of %,d bytes take %,d MiB, and learning merges from them %,d to %,d"
                  + " MiB; the Java heap has %,d MiB. Set --memory to %dMiB or more, or train on"
                  + " fewer texts")
              .formatted(
                  words.size(),
                  words.bytes(),
                  mebibytes(words.heapBytes()),
                  mebibytes(BpeTrainer.leastBytes(words)),
                  mebibytes(BpeTrainer.memoryBytes(words)),
                  mebibytes(heapBytes),
                  memory(words)));
    }
  }

  /** What gives a heap with room for the most that it takes: the launcher keeps some beside it. */
  private static long memory(WordCounts words) {
    long heap = mebibytes(words.heapBytes() + BpeTrainer.memoryBytes(words));
    return (heap + 128) * 16 / 15 + 1;
  }

  private static long mebibytes(long bytes) {
    return (bytes + (1 << 20) - 1) >> 20;
  }
}
