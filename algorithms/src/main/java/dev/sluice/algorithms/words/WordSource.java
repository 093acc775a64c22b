package dev.sluice.algorithms.words;

import java.io.IOException;

/** Distinct words with counts, in the order of their bytes (unsigned). */
interface WordSource {
  /** Goes to the next word; false when there is none. */
  boolean next() throws IOException;

  /** Holds the current word, until the next call of {@link #next}. */
  byte[] bytes();

  int offset();

  int length();

  long count();

  /** Lets go of what the source holds, reading or not. */
  default void close() throws IOException {}
}
