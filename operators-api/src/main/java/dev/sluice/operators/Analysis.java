package dev.sluice.operators;

import java.util.Objects;
import java.util.function.Function;

/**
 * A property of a text. It is computed once for all operators that need it. Analyses are compared
 * by identity: declare them as constants.
 *
 * @param <T> the result; immutable, or never modified by its users
 */
public final class Analysis<T> {
  private final Function<Text, T> function;

  private Analysis(Function<Text, T> function) {
    this.function = Objects.requireNonNull(function, "function");
  }

  /** Creates an analysis from a pure function. The function may use other analyses of the text. */
  public static <T> Analysis<T> by(Function<Text, T> function) {
    return new Analysis<>(function);
  }

  T compute(Text text) {
    return function.apply(text);
  }
}
