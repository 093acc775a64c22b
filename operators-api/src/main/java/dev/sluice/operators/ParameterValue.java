package dev.sluice.operators;

import java.util.List;
import java.util.Objects;

/**
 * An argument as written in a recipe.
 *
 * @param texts the value, or the elements of the list
 * @param list whether the argument is a list
 * @param origin where it was written, such as {@code recipe.yaml:7}
 */
public record ParameterValue(List<String> texts, boolean list, String origin) {
  /** Requires all components. */
  public ParameterValue {
    texts = List.copyOf(texts);
    Objects.requireNonNull(origin, "origin");
  }

  /** Creates a single value. */
  public static ParameterValue of(String text) {
    return new ParameterValue(List.of(text), false, "");
  }

  /** Creates a list. */
  public static ParameterValue list(String... texts) {
    return new ParameterValue(List.of(texts), true, "");
  }

  /** Returns the argument as written, for messages. */
  String shown() {
    return list ? texts.toString() : "\"" + String.join(", ", texts) + "\"";
  }
}
