package dev.sluice.operators;

import dev.sluice.core.values.Suggestion;
import java.util.Optional;

/** What to say of a text that is not a value of its type. */
public final class Refusal {
  private Refusal() {}

  /** What is wrong with the text: why, what is allowed, and what was probably meant. */
  public static String of(ValueType<?> type, String text) {
    return type.reason().apply(text).map(": %s"::formatted).orElse("")
        + "; allowed: "
        + type.allowed()
        + meant(type, text).map("; did you mean %s?"::formatted).orElse("");
  }

  /** What was probably meant. */
  static Optional<String> meant(ValueType<?> type, String text) {
    return Suggestion.nearest(text, type.choices());
  }
}
