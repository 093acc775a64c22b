package dev.sluice.algorithms.words;

/** Receives distinct words with their counts. */
@FunctionalInterface
public interface CountedWordSink {
  /**
   * Receives a word. The bytes may change after the call returns.
   *
   * @param bytes array that contains the word
   * @param offset start of the word
   * @param length in bytes, at least 1
   * @param count number of occurrences, at least 1
   */
  void add(byte[] bytes, int offset, int length, long count);
}
