package dev.sluice.algorithms.words;

/** Takes the words of a text one after the other, in order. */
@FunctionalInterface
public interface WordConsumer {
  /**
   * Takes one word. The bytes belong to the caller and may change after the call returns.
   *
   * @param text holds the word
   * @param offset where it begins
   * @param length its bytes, at least 1
   */
  void add(byte[] text, int offset, int length);
}
