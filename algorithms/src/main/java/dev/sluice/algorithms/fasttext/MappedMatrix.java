package dev.sluice.algorithms.fasttext;

import java.io.IOException;
import java.nio.FloatBuffer;

/**
 * Rows in the model's file, mapped into memory: they take no heap, and processes with the same
 * model share them. The file must not change meanwhile.
 */
final class MappedMatrix extends FastTextMatrix {
  private static final long PART_BYTES = 1L << 28;

  private final int columns;
  private final int rowsOfPart;
  private final FloatBuffer[] parts;

  private MappedMatrix(int columns, int rowsOfPart, FloatBuffer[] parts) {
    super(columns);
    this.columns = columns;
    this.rowsOfPart = rowsOfPart;
    this.parts = parts;
  }

  /** Maps the rows that follow, and moves the position past them. */
  static MappedMatrix read(FastTextInput in, String name, long rows, int columns)
      throws IOException {
    in.large("rows of the " + name, rows, rows);
    in.large("columns of the " + name, columns, columns);
    long rowBytes = (long) Float.BYTES * columns;
    in.requireLeft(rows * rowBytes);
    int rowsOfPart = (int) Math.max(1, PART_BYTES / rowBytes);
    FloatBuffer[] parts = new FloatBuffer[(int) ((rows + rowsOfPart - 1) / rowsOfPart)];
    long begin = in.position();
    for (int part = 0; part < parts.length; part++) {
      long first = (long) part * rowsOfPart;
      long count = Math.min(rowsOfPart, rows - first);
      parts[part] = in.map(begin + first * rowBytes, count * rowBytes).asFloatBuffer();
    }
    in.skip(rows * rowBytes);
    return new MappedMatrix(columns, rowsOfPart, parts);
  }

  @Override
  void read(int row, float[] into) {
    parts[row / rowsOfPart].get(row % rowsOfPart * columns, into, 0, columns);
  }
}
