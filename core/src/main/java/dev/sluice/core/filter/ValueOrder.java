package dev.sluice.core.filter;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;

/** How the value of a column, which is not null, compares with a literal or with another column. */
@FunctionalInterface
interface ValueOrder {
  /** Up to here doubles hold every integer. */
  BigDecimal TWO_TO_53 = new BigDecimal(0x1p53);

  /** No column of integers holds one beyond this. */
  BigDecimal TWO_TO_63 = new BigDecimal(0x1p63);

  /** The sign of the column's value in relation to the other. */
  int sign(FilterRow row);

  /** Compares exactly, also with fractions and with numbers of more than 64 bits. */
  static ValueOrder ofIntegers(int column, BigDecimal literal) {
    if (literal.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
      return row -> -1;
    }
    if (literal.compareTo(BigDecimal.valueOf(Long.MIN_VALUE)) < 0) {
      return row -> 1;
    }
    BigDecimal floor = literal.setScale(0, RoundingMode.FLOOR);
    long whole = floor.longValueExact();
    int ofEqual = floor.compareTo(literal);
    return row -> {
      int sign = Long.compare(row.longAt(column), whole);
      return sign == 0 ? ofEqual : sign;
    };
  }

  /**
   * Compares with the double nearest to the literal, so that 0.65 is found where it was written as
   * 0.65. Literals from 2^53 to 2^63, with either sign, are compared exactly: doubles miss some
   * integers there. Either way the order of literals is kept.
   */
  static ValueOrder ofDoubles(int column, BigDecimal literal) {
    double nearest = literal.doubleValue();
    boolean isExact =
        literal.abs().compareTo(TWO_TO_53) > 0 && literal.abs().compareTo(TWO_TO_63) <= 0;
    int ofEqual = isExact ? new BigDecimal(nearest).compareTo(literal) : 0;
    return row -> {
      int sign = compare(row.doubleAt(column), nearest);
      return sign == 0 ? ofEqual : sign;
    };
  }

  /** Compares bytes without sign. */
  static ValueOrder ofStrings(int column, byte[] literal) {
    return row -> {
      int from = row.offsetAt(column);
      int to = from + row.lengthAt(column);
      return Arrays.compareUnsigned(row.bytesAt(column), from, to, literal, 0, literal.length);
    };
  }

  /** The order of columns of these kinds, which can be compared and have values. */
  static ValueOrder ofColumns(int column, ColumnKind kind, int other, ColumnKind otherKind) {
    return switch (kind) {
      case BOOLEAN -> row -> Boolean.compare(row.booleanAt(column), row.booleanAt(other));
      case INTEGER ->
          otherKind == ColumnKind.INTEGER
              ? row -> Long.compare(row.longAt(column), row.longAt(other))
              : row -> compare(row.longAt(column), row.doubleAt(other));
      case FLOATING ->
          otherKind == ColumnKind.INTEGER
              ? row -> -compare(row.longAt(other), row.doubleAt(column))
              : row -> compare(row.doubleAt(column), row.doubleAt(other));
      case STRING -> row -> compareStrings(row, column, other);
      case NOTHING, OTHER -> throw new IllegalArgumentException("values without an order");
    };
  }

  private static int compareStrings(FilterRow row, int column, int other) {
    int from = row.offsetAt(column);
    int to = from + row.lengthAt(column);
    int otherFrom = row.offsetAt(other);
    int otherTo = otherFrom + row.lengthAt(other);
    return Arrays.compareUnsigned(
        row.bytesAt(column), from, to, row.bytesAt(other), otherFrom, otherTo);
  }

  /** NaN is equal to itself and greater than all numbers; both zeros are equal. */
  private static int compare(double one, double other) {
    if (one < other) {
      return -1;
    }
    if (one > other) {
      return 1;
    }
    return one == other ? 0 : Boolean.compare(Double.isNaN(one), Double.isNaN(other));
  }

  /** Exact: the integer is not rounded to a double. */
  private static int compare(long one, double other) {
    if (other >= 0x1p63 || Double.isNaN(other)) {
      return -1;
    }
    if (other < -0x1p63) {
      return 1;
    }
    long whole = (long) other;
    return one == whole ? Double.compare(whole, other + 0.0) : Long.compare(one, whole);
  }
}
