package dev.sluice.algorithms.fasttext;

/** Rows of numbers. Immutable and thread-safe. */
sealed interface FastTextMatrix permits MappedMatrix, QuantizedMatrix {
  /** Puts the numbers of a row into an array. */
  void read(int row, float[] into);
}
