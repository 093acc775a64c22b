package dev.sluice.operators;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The value of a column other than the text in one row.
 *
 * @param text the value as text: numbers in shortest decimal form, booleans as {@code true} or
 *     {@code false}
 * @param number the value of a number
 * @param list the elements of a list, as texts
 */
public record FieldValue(String text, OptionalDouble number, Optional<List<String>> list) {
  /** Requires all components. */
  public FieldValue {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(number, "number");
    list = list.map(List::copyOf);
  }

  /** One value. */
  public FieldValue(String text, OptionalDouble number) {
    this(text, number, Optional.empty());
  }

  /** A text. */
  public static FieldValue of(String text) {
    return new FieldValue(text, OptionalDouble.empty());
  }

  /** A list. */
  public static FieldValue of(List<String> elements) {
    return new FieldValue(elements.toString(), OptionalDouble.empty(), Optional.of(elements));
  }

  /** A whole number. */
  public static FieldValue of(long number) {
    return new FieldValue(Long.toString(number), OptionalDouble.of(number));
  }

  /** A number. */
  public static FieldValue of(double number) {
    return new FieldValue(Double.toString(number), OptionalDouble.of(number));
  }

  /** A boolean. */
  public static FieldValue of(boolean truth) {
    return of(Boolean.toString(truth));
  }
}
