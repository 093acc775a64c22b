package dev.sluice.operators;

import java.util.function.Supplier;

/** Creates an operator from the values of its parameters. */
@FunctionalInterface
public interface OperatorFactory {
  /**
   * Creates the operator.
   *
   * @throws IllegalArgumentException if the values contradict each other; the message says why
   */
  Operator create(Arguments arguments);

  /**
   * Runs code of a parameter, such as the reading of its value. Sluice watches that of plug-ins.
   *
   * @throws IllegalArgumentException if it failed; the message says why
   */
  default <T> T reading(Parameter<?> parameter, Supplier<T> code) {
    return code.get();
  }
}
