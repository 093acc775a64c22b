package dev.sluice.algorithms.fasttext;

/** Rows of numbers. Immutable and thread-safe. */
sealed interface FastTextMatrix permits MappedMatrix, QuantizedMatrix {
  /** Adds a row to a sum, number by number. */
  void addRow(int row, float[] sum, float[] scratch);

  /** The product of a row and a vector, added up from the first number to the last. */
  float dotRow(int row, float[] vector, float[] scratch);
}
