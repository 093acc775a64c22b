package dev.sluice.core.filter;

import dev.sluice.core.Utf8;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A value in a filter. {@code toString} spells it in its canonical form. Only literals that fit the
 * same column can be ordered.
 */
sealed interface Literal extends Comparable<Literal> {
  /** What numbers are possible, in words. */
  String NUMBERS =
      "0 and numbers from 4.9e-324 to 1.79e308 with either sign, of at most 1,000 characters";

  /** How much text of a number is read, as reading it takes quadratic time. */
  int MOST_DIGITS = 1_000;

  /** Whether values of this kind can be compared with it. */
  boolean fits(ColumnKind kind);

  /** How the values of a column of this kind, which fits, compare with it. */
  ValueOrder order(int column, ColumnKind kind);

  /** The number of a text in decimal notation; empty if no double comes close. */
  static Optional<Literal> number(String text) {
    if (text.length() > MOST_DIGITS) {
      return Optional.empty();
    }
    double nearest = Double.parseDouble(text);
    if (nearest == 0) {
      return isZero(text) ? Optional.of(new Number(BigDecimal.ZERO)) : Optional.empty();
    }
    return Double.isInfinite(nearest)
        ? Optional.empty()
        : Optional.of(new Number(new BigDecimal(text).stripTrailingZeros()));
  }

  private static boolean isZero(String text) {
    return text.split("[eE]", 2)[0].chars().noneMatch(digit -> digit >= '1' && digit <= '9');
  }

  /** A number, exactly as it is written. */
  record Number(BigDecimal value) implements Literal {
    private static final int DIGITS_OF_LONG = 19;

    @Override
    public boolean fits(ColumnKind kind) {
      return kind.isNumber();
    }

    @Override
    public ValueOrder order(int column, ColumnKind kind) {
      return kind == ColumnKind.INTEGER
          ? ValueOrder.ofIntegers(column, value)
          : ValueOrder.ofDoubles(column, value);
    }

    @Override
    public int compareTo(Literal other) {
      return value.compareTo(((Number) other).value);
    }

    @Override
    public String toString() {
      boolean plain =
          value.scale() <= 0 && (long) value.precision() - value.scale() <= DIGITS_OF_LONG;
      return plain ? value.toPlainString() : value.toString();
    }
  }

  /** A string. */
  record Text(String value) implements Literal {
    @Override
    public boolean fits(ColumnKind kind) {
      return kind == ColumnKind.STRING;
    }

    @Override
    public ValueOrder order(int column, ColumnKind kind) {
      return ValueOrder.ofStrings(column, value.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public int compareTo(Literal other) {
      return Utf8.ORDER.compare(value, ((Text) other).value);
    }

    @Override
    public String toString() {
      return FilterLexer.quoted(value, '\'');
    }
  }

  /** True or false. */
  record Truth(boolean value) implements Literal {
    @Override
    public boolean fits(ColumnKind kind) {
      return kind == ColumnKind.BOOLEAN;
    }

    @Override
    public ValueOrder order(int column, ColumnKind kind) {
      return row -> Boolean.compare(row.booleanAt(column), value);
    }

    @Override
    public int compareTo(Literal other) {
      return Boolean.compare(value, ((Truth) other).value);
    }

    @Override
    public String toString() {
      return Boolean.toString(value);
    }
  }
}
