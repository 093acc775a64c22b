package dev.sluice.operators;

import java.util.Objects;
import java.util.function.Function;

/**
 * Something to be found out about a text, once for all operators that need it. Two analyses are the
 * same when they are the same object: declare them as constants.
 *
 * @param <T> what is found; immutable, or at least never changed by those who ask
 */
public final class Analysis<T> {
  private final Function<Text, T> function;

  private Analysis(Function<Text, T> function) {
    this.function = Objects.requireNonNull(function, "function");
  }

  /** An analysis by a pure function, which may ask the text for others. */
  public static <T> Analysis<T> by(Function<Text, T> function) {
    return new Analysis<>(function);
  }

  T compute(Text text) {
    return function.apply(text);
  }
}
