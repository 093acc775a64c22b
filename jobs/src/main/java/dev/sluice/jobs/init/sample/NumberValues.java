package dev.sluice.jobs.init.sample;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.DoubleStream;

/** The numbers of a column, by row of the sample. Not thread-safe. */
public final class NumberValues {
  private static final int FIRST_ROWS = 1024;

  private final BitSet present = new BitSet();
  private double[] values = new double[0];

  void add(int row, double value) {
    if (row >= values.length) {
      values = Arrays.copyOf(values, Math.max(FIRST_ROWS, 2 * row));
    }
    values[row] = value;
    present.set(row);
  }

  /** Number of values, including NaN and infinities. */
  public int count() {
    return present.cardinality();
  }

  /** Whether the row has a finite number. */
  public boolean isFinite(int row) {
    return present.get(row) && Double.isFinite(values[row]);
  }

  /** The number of a row that has one. */
  public double at(int row) {
    return values[row];
  }

  /** All finite numbers, in the order of rows. */
  public DoubleStream finite() {
    return present.stream().mapToDouble(row -> values[row]).filter(Double::isFinite);
  }
}
