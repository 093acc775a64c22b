package dev.sluice.algorithms.words;

/** Takes distinct words with their counts. */
@FunctionalInterface
public interface CountedWordSink {
  /**
   * Takes one word. The bytes may change after the call returns.
   *
   * @param bytes holds the word
   * @param offset where it begins
   * @param length its bytes, at least 1
   * @param count how often it was counted, at least 1
   */
  void add(byte[] bytes, int offset, int length, long count);
}
