package dev.sluice.operators;

/** Creates an operator from the values of its parameters. */
@FunctionalInterface
public interface OperatorFactory {
  /**
   * Creates the operator.
   *
   * @throws IllegalArgumentException if the values contradict each other; the message explains why
   */
  Operator create(Arguments arguments);
}
