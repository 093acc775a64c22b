package dev.sluice.jobs.tokenizer;

import dev.sluice.algorithms.bpe.BpeTrainer;
import dev.sluice.algorithms.words.CountedWordSink;
import dev.sluice.jobs.text.JobFailedException;

/**
 * Passes words to a trainer as long as merges can be learned from them in the available heap.
 * Beyond, it only counts them, so that it can say how much memory they need.
 */
final class TrainingMemory implements CountedWordSink {
  private final BpeTrainer trainer;
  private final long heapBytes;
  private long words;
  private long bytes;

  TrainingMemory(BpeTrainer trainer, long heapBytes) {
    this.trainer = trainer;
    this.heapBytes = heapBytes;
  }

  @Override
  public void add(byte[] word, int offset, int length, long count) {
    words++;
    bytes += length;
    if (fits()) {
      trainer.add(word, offset, length, count);
    }
  }

  private boolean fits() {
    return BpeTrainer.leastBytes(words, bytes) <= heapBytes;
  }

  /** The number of distinct words. */
  long words() {
    return words;
  }

  /**
   * Checks, after all words, that the trainer has them.
   *
   * @throws JobFailedException with the required memory if even the minimum does not fit
   */
  void require() {
    if (!fits()) {
      throw failure("");
    }
  }

  /**
   * Checks, after a merge, that the next ones have memory, too: texts that need more than the
   * minimum are tried.
   *
   * @throws JobFailedException with the required memory if less than a sixteenth of it is left
   */
  void check(int tokens, long used) {
    if (used > heapBytes - (heapBytes >> 4)) {
      throw failure("; after %,d tokens, %,d MiB were in use".formatted(tokens, mebibytes(used)));
    }
  }

  private JobFailedException failure(String state) {
    return new JobFailedException(
        ("learning merges from %,d different words of %,d bytes takes %,d to %,d MiB; the Java heap"
                + " has %,d MiB%s. Set --memory to %dMiB or more, or train on fewer texts")
            .formatted(
                words,
                bytes,
                mebibytes(BpeTrainer.leastBytes(words, bytes)),
                mebibytes(BpeTrainer.memoryBytes(words, bytes)),
                mebibytes(heapBytes),
                state,
                memory()));
  }

  /**
   * The value of {@code memory} whose heap fits the maximum; the launcher reserves some besides the
   * heap.
   */
  private long memory() {
    return (mebibytes(BpeTrainer.memoryBytes(words, bytes)) + 128) * 16 / 15 + 1;
  }

  private static long mebibytes(long bytes) {
    return (bytes + (1 << 20) - 1) >> 20;
  }
}
