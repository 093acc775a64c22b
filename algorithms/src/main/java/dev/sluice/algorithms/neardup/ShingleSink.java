package dev.sluice.algorithms.neardup;

/** Takes the hashes of a text's shingles, some at a time. */
@FunctionalInterface
public interface ShingleSink {
  /**
   * Some more of them, in the order of the text; repeated ones come each time.
   *
   * @param hashes well mixed; the caller's, to be read before this returns
   * @param count how many of them, from the first
   */
  void accept(long[] hashes, int count);
}
