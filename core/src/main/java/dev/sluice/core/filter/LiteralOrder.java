package dev.sluice.core.filter;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;

/** How the values of a column compare with one literal. */
@FunctionalInterface
interface LiteralOrder {
  /** Up to here doubles hold every integer. */
  BigDecimal TWO_TO_53 = new BigDecimal(0x1p53);

  /** No column of integers holds one beyond this. */
  BigDecimal TWO_TO_63 = new BigDecimal(0x1p63);

  /** The sign of the column's value, which is not null, in relation to the literal. */
  int compare(FilterRow row, int column);

  /** Compares exactly, also with fractions and with numbers of more than 64 bits. */
  static LiteralOrder ofIntegers(BigDecimal literal) {
    if (literal.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
      return (row, column) -> -1;
    }
    if (literal.compareTo(BigDecimal.valueOf(Long.MIN_VALUE)) < 0) {
      return (row, column) -> 1;
    }
    BigDecimal floor = literal.setScale(0, RoundingMode.FLOOR);
    long whole = floor.longValueExact();
    int ofEqual = floor.compareTo(literal);
    return (row, column) -> {
      int sign = Long.compare(row.longAt(column), whole);
      return sign == 0 ? ofEqual : sign;
    };
  }

  /**
   * Compares with the double nearest to the literal, so that 0.65 is found where it was written as
   * 0.65. Literals from 2^53 to 2^63, with either sign, are compared exactly: doubles miss some
   * integers there. Either way the order of literals is kept.
   */
  static LiteralOrder ofDoubles(BigDecimal literal) {
    double nearest = literal.doubleValue();
    boolean isExact =
        literal.abs().compareTo(TWO_TO_53) > 0 && literal.abs().compareTo(TWO_TO_63) <= 0;
    int ofEqual = isExact ? new BigDecimal(nearest).compareTo(literal) : 0;
    return (row, column) -> {
      int sign = ValueOrder.compare(row.doubleAt(column), nearest);
      return sign == 0 ? ofEqual : sign;
    };
  }

  /** Compares bytes without sign. */
  static LiteralOrder ofStrings(byte[] literal) {
    return (row, column) -> {
      int offset = row.offsetAt(column);
      int end = offset + row.lengthAt(column);
      return Arrays.compareUnsigned(row.bytesAt(column), offset, end, literal, 0, literal.length);
    };
  }

  /** False comes before true. */
  static LiteralOrder ofBooleans(boolean literal) {
    return (row, column) -> Boolean.compare(row.booleanAt(column), literal);
  }
}
