package dev.sluice.operators;

import java.util.Objects;
import java.util.OptionalDouble;

/**
 * What a column holds in one row, beside the text: something to read, and, of numbers, a number.
 *
 * @param text the value as a text: of a number its shortest decimal form, of a truth value {@code
 *     true} or {@code false}
 * @param number the value of a number
 */
public record FieldValue(String text, OptionalDouble number) {
  /** Checks that everything is there. */
  public FieldValue {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(number, "number");
  }

  /** A text. */
  public static FieldValue of(String text) {
    return new FieldValue(text, OptionalDouble.empty());
  }

  /** A whole number. */
  public static FieldValue of(long number) {
    return new FieldValue(Long.toString(number), OptionalDouble.of(number));
  }

  /** A number. */
  public static FieldValue of(double number) {
    return new FieldValue(Double.toString(number), OptionalDouble.of(number));
  }

  /** A truth value. */
  public static FieldValue of(boolean truth) {
    return of(Boolean.toString(truth));
  }
}
