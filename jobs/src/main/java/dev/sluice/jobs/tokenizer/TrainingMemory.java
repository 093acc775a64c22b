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
  /** Whether the minimum fits. */
  boolean fits(WordTally words) {
    return BpeTrainer.leastBytes(words.words(), words.bytes()) <= heapBytes;
  }

  /** Says what words need, after a part of the input or all of it. */
  JobFailedException tooMany(WordTally words, String state) {
    long most = BpeTrainer.memoryBytes(words.words(), words.bytes());
    OptionalLong minimum = words.minimumFor(heapBytes);
    return new JobFailedException(
        ("%slearning merges from %,d different words of %,d bytes takes %,d to %,d MiB; the Java"
                + " heap has %,d MiB. Set --memory to %dMiB or more, %sor train on fewer texts")
            .formatted(
                state,
                words.words(),
                words.bytes(),
                mebibytes(BpeTrainer.leastBytes(words.words(), words.bytes())),
                mebibytes(most),
                mebibytes(heapBytes),
                memory(most),
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
