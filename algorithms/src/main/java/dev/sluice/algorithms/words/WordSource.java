package dev.sluice.algorithms.words;

import java.io.IOException;

/** A source of distinct words with counts, in unsigned byte order. */
interface WordSource {
  /** Advances to the next word, and returns false if there is none. */
  boolean next() throws IOException;

  /**
   * Returns the array that contains the current word. It is valid until {@link #next} is called.
   */
  byte[] bytes();

  int offset();

  int length();

  long count();

  /** Releases the files and memory of the source, even if it was not read completely. */
  default void close() throws IOException {}
}
