package dev.sluice.operators;

import dev.sluice.core.values.Suggestion;
import java.util.Optional;

/** Builds messages about a string that is not an allowed value. */
public final class Refusal {
  private Refusal() {}

  /** Returns the end of a message. It has the reason, the allowed values, and a suggestion. */
  public static String of(ValueType<?> type, String text) {
    return type.reason().apply(text).map(": %s"::formatted).orElse("")
        + "; must be "
        + (type.choices().size() > 1 ? "one of " : "")
        + type.allowed()
        + meant(type, text).map("; did you mean %s?"::formatted).orElse("");
  }

  /** Returns the nearest choice, as a suggestion. */
  static Optional<String> meant(ValueType<?> type, String text) {
    return Suggestion.nearest(text, type.choices());
  }
}
