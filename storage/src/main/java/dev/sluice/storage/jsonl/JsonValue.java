package dev.sluice.storage.jsonl;

import static java.util.Objects.requireNonNull;

import java.util.OptionalDouble;

/**
 * A string, number or boolean of an object.
 *
 * @param text the value as text: a number as it stands in the file, {@code true} or {@code false}
 * @param number the number, or its nearest double; infinite if it is out of range
 */
public record JsonValue(String text, OptionalDouble number) {
  /** Requires all components. */
  public JsonValue {
    requireNonNull(text, "text");
    requireNonNull(number, "number");
  }

  /** A value that is not a number. */
  static JsonValue of(String text) {
    return new JsonValue(text, OptionalDouble.empty());
  }

  /** A number, from its JSON notation. */
  static JsonValue ofNumber(String digits) {
    return new JsonValue(digits, OptionalDouble.of(Double.parseDouble(digits)));
  }
}
