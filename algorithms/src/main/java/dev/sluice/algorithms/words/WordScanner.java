package dev.sluice.algorithms.words;

/** Finds words by one pattern. Stateless. */
@FunctionalInterface
interface WordScanner {
  /**
   * The end of the word that starts at {@code at}: more than {@code at}, at most {@code end}. Text
   * before {@code at} has no influence; {@code end} is the end of the text.
   */
  int next(byte[] text, int at, int end);
}
