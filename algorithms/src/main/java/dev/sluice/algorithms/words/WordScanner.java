package dev.sluice.algorithms.words;

/** Finds words as one pattern does. Stateless. */
@FunctionalInterface
interface WordScanner {
  /**
   * Where the word ends that begins at {@code at}: more than {@code at}, at most {@code end}. What
   * lies before {@code at} does not count; {@code end} is the end of the text.
   */
  int next(byte[] text, int at, int end);
}
