package dev.sluice.algorithms.words;

/** Receives the words of a text in order. */
@FunctionalInterface
public interface WordConsumer {
  /**
   * Receives a word. The bytes may change after the call returns.
   *
   * @param text array that contains the word
   * @param offset start of the word
   * @param length in bytes, at least 1
   */
  void add(byte[] text, int offset, int length);
}
