package dev.sluice.operators;

import java.util.List;
import java.util.Objects;

/**
 * What was written for a parameter.
 *
 * @param texts the value, or the elements of a list, as written
 * @param list whether a list was written
 * @param origin where, e.g. {@code recipe.yaml:7}
 */
public record ParameterValue(List<String> texts, boolean list, String origin) {
  /** Checks that everything is there. */
  public ParameterValue {
    texts = List.copyOf(texts);
    Objects.requireNonNull(origin, "origin");
  }

  /** A single value. */
  public static ParameterValue of(String text) {
    return new ParameterValue(List.of(text), false, "");
  }

  /** A list. */
  public static ParameterValue list(String... texts) {
    return new ParameterValue(List.of(texts), true, "");
  }

  /** The value as written, for messages. */
  String shown() {
    return list ? texts.toString() : "\"" + String.join(", ", texts) + "\"";
  }
}
