package dev.sluice.operators;

import java.util.Set;

/**
 * A pure function of a document and of the parameters with which the operator was created.
 * Thread-safe and deterministic. Linear in the length of the text unless its description says
 * otherwise.
 */
public sealed interface Operator permits TextOperator, Statistic, Scorer {
  /** Returns the columns that must exist. Without them, the operator must not start. */
  default Set<String> requiredFields() {
    return Set.of();
  }

  /** Returns the columns that are used if they exist. */
  default Set<String> optionalFields() {
    return Set.of();
  }
}
