package dev.sluice.operators;

/** Makes an operator of its parameters' values. */
@FunctionalInterface
public interface OperatorFactory {
  /**
   * The operator.
   *
   * @throws IllegalArgumentException when the values do not go together; the message says why
   */
  Operator create(Arguments arguments);
}
