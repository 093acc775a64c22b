package dev.sluice.algorithms.fasttext;

/** Rows of numbers. Immutable and thread-safe. */
abstract sealed class FastTextMatrix permits MappedMatrix, QuantizedMatrix {
  private final int columns;

  FastTextMatrix(int columns) {
    this.columns = columns;
  }

  /** Puts the numbers of a row into an array. */
  abstract void read(int row, float[] into);

  /** Adds a row to a sum, number by number. */
  final void addRow(int row, float[] sum, float[] scratch) {
    read(row, scratch);
    for (int i = 0; i < columns; i++) {
      sum[i] += scratch[i];
    }
  }

  /** The product of a row and a vector, added up from the first number to the last. */
  final float dotRow(int row, float[] vector, float[] scratch) {
    read(row, scratch);
    float dot = 0;
    for (int i = 0; i < columns; i++) {
      dot += scratch[i] * vector[i];
    }
    return dot;
  }
}
