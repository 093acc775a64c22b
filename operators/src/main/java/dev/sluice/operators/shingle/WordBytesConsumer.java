package dev.sluice.operators.shingle;

/** Takes words, some bytes at a time. */
interface WordBytesConsumer {
  /**
   * The word goes on.
   *
   * @param bytes in UTF-8 the first lowest, zeros above; none of them is zero
   * @param count how many, 1 to 8
   */
  void append(long bytes, int count);

  /** The word ends. Where nothing was appended since the last one there is none. */
  void endWord();
}
