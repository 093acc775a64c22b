package dev.sluice.storage.jsonl;

import static java.util.Objects.requireNonNull;

import java.util.OptionalDouble;

/**
 * A string, number or boolean of an object.
 *
 * @param text the value as text: all digits of a 64-bit integer, the shortest decimal form of
 *     another number's nearest double, or {@code true} or {@code false}
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
