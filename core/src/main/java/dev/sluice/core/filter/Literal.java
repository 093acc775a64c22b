package dev.sluice.core.filter;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;

/**
 * A value in a filter. {@code toString} spells it in its canonical form.
 *
 * @param value a Boolean, a String, or a BigDecimal with exactly the number that was written
 */
record Literal(Object value) {
  /** The allowed numbers, in words for messages. */
  static final String NUMBERS =
      "0, or a number from 4.9e-324 to 1.79e308 with either sign, in at most 1,000 characters";

  /**
   * Orders values. They may be values of columns of the same kind, values of two numeric columns,
   * or values and literals that {@link #besides} has converted. Numbers compare exactly. NaN equals
   * itself and is greater than all other numbers; both zeros are equal. Strings compare by their
   * bytes.
   */
  static final Comparator<Object> ORDER = Literal::compare;

  /** Maximum length of a number, because parsing takes quadratic time. */
  private static final int MOST_DIGITS = 1_000;

  /** The digits of the largest number that is written without an exponent. */
  private static final int PLAIN_DIGITS = 19;

  /** Doubles represent all integers up to this one. */
  private static final BigDecimal TWO_TO_53 = new BigDecimal(0x1p53);

  /** All values of integer columns are below this one. */
  private static final BigDecimal TWO_TO_63 = new BigDecimal(0x1p63);

  private static int compare(Object one, Object other) {
    if (one instanceof Long first && other instanceof Long second) {
      return first.compareTo(second);
    }
    if (one instanceof Number first) {
      return compare(first, (Number) other);
    }
    if (one instanceof Boolean first) {
      return first.compareTo((Boolean) other);
    }
    ByteBuffer first = (ByteBuffer) one;
    ByteBuffer second = (ByteBuffer) other;
    return Arrays.compareUnsigned(
        first.array(),
        first.position(),
        first.limit(),
        second.array(),
        second.position(),
        second.limit());
  }

  /**
   * Compares two numbers. Rounding to doubles keeps the order, so only numbers with the same double
   * need an exact comparison.
   */
  private static int compare(Number one, Number other) {
    int sign = Double.compare(one.doubleValue() + 0.0, other.doubleValue() + 0.0); // no -0.0
    boolean areDoubles = one instanceof Double && other instanceof Double;
    return sign != 0 || areDoubles ? sign : exact(one).compareTo(exact(other));
  }

  private static BigDecimal exact(Number number) {
    if (number instanceof BigDecimal exact) {
      return exact;
    }
    return number instanceof Long whole
        ? BigDecimal.valueOf(whole)
        : new BigDecimal((Double) number);
  }

  static ByteBuffer utf8(String text) {
    return ByteBuffer.wrap(text.getBytes(UTF_8));
  }

  /**
   * Parses a number in decimal notation. The result is empty if the number is too long or beyond
   * the range of doubles.
   */
  static Optional<Literal> number(String text) {
    if (text.length() > MOST_DIGITS) {
      return Optional.empty();
    }
    double nearest = Double.parseDouble(text);
    boolean isZero = text.split("[eE]", 2)[0].chars().noneMatch(c -> c >= '1' && c <= '9');
    if (isZero) {
      return Optional.of(new Literal(BigDecimal.ZERO));
    }
    return nearest == 0 || Double.isInfinite(nearest)
        ? Optional.empty()
        : Optional.of(new Literal(new BigDecimal(text).stripTrailingZeros()));
  }

  /** Returns whether values of this kind can be compared with the literal. */
  boolean fits(ColumnKind kind) {
    return value instanceof BigDecimal
        ? kind.isNumber()
        : kind == (value instanceof String ? ColumnKind.STRING : ColumnKind.BOOLEAN);
  }

  /**
   * Returns the literal in the form that is compared with a column of this kind. Floating-point
   * columns compare with the double nearest to the literal, so that 0.65 is found where it was
   * written as 0.65. Literals from 2^53 to 2^63, with either sign, are exact: doubles miss some
   * integers there.
   */
  Object besides(ColumnKind kind) {
    if (value instanceof String text) {
      return utf8(text);
    }
    if (!(value instanceof BigDecimal number)) {
      return value;
    }
    if (kind == ColumnKind.INTEGER) {
      boolean isLong = number.scale() <= 0 && number.abs().compareTo(TWO_TO_63) < 0;
      return isLong ? (Object) number.longValueExact() : number;
    }
    BigDecimal size = number.abs();
    boolean isExact = size.compareTo(TWO_TO_53) > 0 && size.compareTo(TWO_TO_63) <= 0;
    return isExact ? number : (Object) number.doubleValue();
  }

  @Override
  public String toString() {
    if (value instanceof String text) {
      return FilterLexer.quoted(text, '\'');
    }
    boolean isPlain =
        value instanceof BigDecimal number
            && number.scale() <= 0
            && (long) number.precision() - number.scale() <= PLAIN_DIGITS;
    return isPlain ? ((BigDecimal) value).toPlainString() : value.toString();
  }
}
