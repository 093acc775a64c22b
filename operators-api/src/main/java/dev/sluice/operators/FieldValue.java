package dev.sluice.operators;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The value of one column, other than the text, in one row.
 *
 * @param text the value as a string: a number in its shortest decimal form, a boolean as {@code
 *     true} or {@code false}
 * @param number the value as a number; empty if it is not a number
 * @param list the elements as strings; empty if the value is not a list
 */
public record FieldValue(String text, OptionalDouble number, Optional<List<String>> list) {
  /** Requires all components. */
  public FieldValue {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(number, "number");
    list = list.map(List::copyOf);
  }

  /** Creates a value that is not a list. */
  public FieldValue(String text, OptionalDouble number) {
    this(text, number, Optional.empty());
  }

  /** Creates a string value. */
  public static FieldValue of(String text) {
    return new FieldValue(text, OptionalDouble.empty());
  }

  /** Creates a list. */
  public static FieldValue of(List<String> elements) {
    return new FieldValue(elements.toString(), OptionalDouble.empty(), Optional.of(elements));
  }

  /** Creates an integer value. */
  public static FieldValue of(long number) {
    return new FieldValue(Long.toString(number), OptionalDouble.of(number));
  }

  /** Creates a floating-point value. */
  public static FieldValue of(double number) {
    return new FieldValue(Double.toString(number), OptionalDouble.of(number));
  }

  /** Creates a boolean value. */
  public static FieldValue of(boolean truth) {
    return of(Boolean.toString(truth));
  }
}
