package dev.sluice.jobs.tokenizer;

import dev.sluice.algorithms.bpe.BpeTrainer;
import dev.sluice.algorithms.words.WordCounts;
import dev.sluice.jobs.text.JobFailedException;

/** Checks whether merges can be learned in the available heap. */
final class TrainingMemory {
  private TrainingMemory() {}

  /**
   * Checks the heap after counting, when the tables of words are released.
   *
   * @throws JobFailedException with the required memory if even the minimum does not fit
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

  /**
   * The value of {@code memory} whose heap fits the maximum; the launcher reserves some besides the
   * heap.
   */
  private static long memory(WordCounts words) {
    long heap = mebibytes(words.heapBytes() + BpeTrainer.memoryBytes(words));
    return (heap + 128) * 16 / 15 + 1;
  }

  private static long mebibytes(long bytes) {
    return (bytes + (1 << 20) - 1) >> 20;
  }
}
