package dev.sluice.operators;

import dev.sluice.core.values.Suggestion;
import java.util.Optional;

/** Messages about a text that is not an allowed value. */
public final class Refusal {
  private Refusal() {}

  /** The end of a message: the reason, the allowed values, and a suggestion. */
  public static String of(ValueType<?> type, String text) {
    return type.reason().apply(text).map(": %s"::formatted).orElse("")
        + "; must be "
        + (type.choices().size() > 1 ? "one of " : "")
        + type.allowed()
        + meant(type, text).map("; did you mean %s?"::formatted).orElse("");
  }

  /** The nearest choice, as a suggestion. */
  static Optional<String> meant(ValueType<?> type, String text) {
    return Suggestion.nearest(text, type.choices());
  }
}
