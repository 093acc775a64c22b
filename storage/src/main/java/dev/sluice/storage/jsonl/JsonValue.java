package dev.sluice.storage.jsonl;

import static java.util.Objects.requireNonNull;

import java.util.OptionalDouble;

/**
 * A string, number or truth value in an object.
 *
 * @param text it as a text: of a whole number of 64 bits its digits, of another number the shortest
 *     decimal form of the double next to it, of a truth value {@code true} or {@code false}
 * @param number the number, or the double next to it; infinite beyond all of them
 */
public record JsonValue(String text, OptionalDouble number) {
  /** Checks that everything is there. */
  public JsonValue {
    requireNonNull(text, "text");
    requireNonNull(number, "number");
  }

  /** What is no number. */
  static JsonValue of(String text) {
    return new JsonValue(text, OptionalDouble.empty());
  }

  /** A number as it stands in JSON. */
  static JsonValue ofNumber(String digits) {
    boolean whole = digits.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'));
    if (whole && digits.length() < 19) {
      long value = Long.parseLong(digits);
      return new JsonValue(Long.toString(value), OptionalDouble.of(value));
    }
    double value = Double.parseDouble(digits);
    boolean exact = whole && isLong(digits);
    return new JsonValue(exact ? digits : Double.toString(value), OptionalDouble.of(value));
  }

  private static boolean isLong(String digits) {
    if (digits.length() > 20) {
      return false;
    }
    try {
      Long.parseLong(digits);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
