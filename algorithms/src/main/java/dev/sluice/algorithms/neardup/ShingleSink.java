package dev.sluice.algorithms.neardup;

/** Receives the hashes of a text's shingles in batches. */
@FunctionalInterface
public interface ShingleSink {
  /**
   * Receives more hashes, in text order and with repetitions.
   *
   * @param hashes well mixed; may be overwritten after this returns
   * @param count number of elements to use
   */
  void accept(long[] hashes, int count);
}
