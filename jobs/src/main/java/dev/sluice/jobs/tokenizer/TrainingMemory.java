package dev.sluice.jobs.tokenizer;

import dev.sluice.algorithms.bpe.BpeTrainer;
import dev.sluice.jobs.text.JobFailedException;
import java.util.OptionalLong;

/**
 * Whether merges can be learned in the available heap, and if not, what to do.
 *
 * @param heapBytes of the process
 */
record TrainingMemory(long heapBytes) {
  /** What to give words for which a heap was not enough, compared with it. */
  private static final double RAN_OUT = 1.5;

  /** Whether the minimum fits. */
  boolean fits(WordTally words) {
    return BpeTrainer.leastBytes(words.words(), words.bytes()) <= heapBytes;
  }

  /** Says what words need, after a part of the input or all of it. */
  JobFailedException tooMany(WordTally words, String state) {
    long least = BpeTrainer.leastBytes(words.words(), words.bytes());
    long most = BpeTrainer.memoryBytes(words.words(), words.bytes());
    return failure(words, state, "%,d to %,d MiB".formatted(mebibytes(least), mebibytes(most)), 1);
  }

  /** Says that words take more than the heap, whatever words like these usually take. */
  JobFailedException ranOut(WordTally words, int tokens) {
    double usual = (double) BpeTrainer.memoryBytes(words.words(), words.bytes());
    return failure(
        words,
        "memory ran out after %,d tokens: ".formatted(tokens),
        "more than that",
        Math.max(1, RAN_OUT * heapBytes / usual));
  }

  /**
   * A failure with its ways out.
   *
   * @param state of the training
   * @param need what learning takes
   * @param factor how much more memory than usual these words take
   */
  private JobFailedException failure(WordTally words, String state, String need, double factor) {
    OptionalLong minimum = words.minimumFor((long) (heapBytes / factor));
    long heap = (long) (factor * BpeTrainer.memoryBytes(words.words(), words.bytes()));
    return new JobFailedException(
        ("%slearning merges from %,d different words of %,d bytes takes %s; the Java heap has %,d"
                + " MiB. Set --memory to %dMiB or more, %sor train on fewer texts")
            .formatted(
                state,
                words.words(),
                words.bytes(),
                need,
                mebibytes(heapBytes),
                memory(heap),
                minimum.isPresent()
                    ? "leave out rare words with --min-word-count %d, "
                        .formatted(minimum.getAsLong())
                    : ""));
  }

  /** The value of {@code memory} with this heap; the launcher reserves some besides the heap. */
  private static long memory(long heap) {
    return (mebibytes(heap) + 128) * 16 / 15 + 1;
  }

  private static long mebibytes(long bytes) {
    return (bytes + (1 << 20) - 1) >> 20;
  }
}
