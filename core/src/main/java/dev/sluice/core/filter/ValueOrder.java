package dev.sluice.core.filter;

import java.util.Arrays;

/** How the values of two columns compare, each of its own row. */
@FunctionalInterface
interface ValueOrder {
  /** The sign of the first value in relation to the second; neither is null. */
  int compare(FilterRow row, int column, FilterRow otherRow, int otherColumn);

  /** The order of columns of these kinds, which can be compared with each other. */
  static ValueOrder of(ColumnKind kind, ColumnKind otherKind) {
    return switch (otherKind == ColumnKind.NOTHING ? otherKind : kind) {
      case BOOLEAN ->
          (row, column, other, at) -> Boolean.compare(row.booleanAt(column), other.booleanAt(at));
      case INTEGER ->
          otherKind == ColumnKind.INTEGER
              ? (row, column, other, at) -> Long.compare(row.longAt(column), other.longAt(at))
              : (row, column, other, at) -> compare(row.longAt(column), other.doubleAt(at));
      case FLOATING ->
          otherKind == ColumnKind.INTEGER
              ? (row, column, other, at) -> -compare(other.longAt(at), row.doubleAt(column))
              : (row, column, other, at) -> compare(row.doubleAt(column), other.doubleAt(at));
      case STRING -> ValueOrder::compareStrings;
      case NOTHING -> (row, column, other, at) -> 0; // one of them is always null
      case OTHER -> throw new IllegalArgumentException("values without an order");
    };
  }

  /** NaN is equal to itself and greater than all numbers; both zeros are equal. */
  static int compare(double one, double other) {
    if (one < other) {
      return -1;
    }
    if (one > other) {
      return 1;
    }
    return one == other ? 0 : Boolean.compare(Double.isNaN(one), Double.isNaN(other));
  }

  /** Exact: the integer is not rounded to a double. */
  static int compare(long one, double other) {
    if (other >= 0x1p63 || Double.isNaN(other)) {
      return -1;
    }
    if (other < -0x1p63) {
      return 1;
    }
    long whole = (long) other;
    return one == whole ? Double.compare(whole, other + 0.0) : Long.compare(one, whole);
  }

  private static int compareStrings(FilterRow row, int column, FilterRow other, int at) {
    int offset = row.offsetAt(column);
    int otherOffset = other.offsetAt(at);
    return Arrays.compareUnsigned(
        row.bytesAt(column),
        offset,
        offset + row.lengthAt(column),
        other.bytesAt(at),
        otherOffset,
        otherOffset + other.lengthAt(at));
  }
}
