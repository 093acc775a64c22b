package dev.sluice.storage.rows;

import static java.util.Objects.requireNonNull;

import java.util.OptionalDouble;

/**
 * A string, number or boolean of a row.
 *
 * @param text the value as text: a number of JSON as it stands in the file, others in their
 *     shortest form; {@code true} or {@code false}
 * @param number the number, or its nearest double; infinite if it is out of range
 */
public record RowValue(String text, OptionalDouble number) {
  /** Requires all components. */
  public RowValue {
    requireNonNull(text, "text");
    requireNonNull(number, "number");
  }

  /** A value that is not a number. */
  public static RowValue of(String text) {
    return new RowValue(text, OptionalDouble.empty());
  }

  /** A number, from its JSON notation. */
  public static RowValue ofNumber(String digits) {
    return new RowValue(digits, OptionalDouble.of(Double.parseDouble(digits)));
  }
}
