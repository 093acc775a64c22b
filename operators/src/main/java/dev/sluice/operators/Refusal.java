package dev.sluice.operators;

import dev.sluice.core.values.Suggestion;
import java.util.Optional;

/** Messages about texts that are not a value of their type. */
public final class Refusal {
  private Refusal() {}

  /** Says why the text is wrong, what is allowed, and which value was probably meant. */
  public static String of(ValueType<?> type, String text) {
    return type.reason().apply(text).map(": %s"::formatted).orElse("")
        + "; must be "
        + type.allowed()
        + meant(type, text).map("; did you mean %s?"::formatted).orElse("");
  }

  /** Suggests the value that was probably meant. */
  static Optional<String> meant(ValueType<?> type, String text) {
    return Suggestion.nearest(text, type.choices());
  }
}
