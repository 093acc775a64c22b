package dev.sluice.operators;

import java.util.Set;

/**
 * A pure function of a document and the parameters it was made with. Thread-safe; deterministic;
 * its cost grows no faster than the length of the text unless its description says otherwise.
 */
public sealed interface Operator permits TextOperator, Statistic {
  /** The columns it cannot do without; where a data set has none of that name it must not start. */
  default Set<String> requiredFields() {
    return Set.of();
  }

  /** The columns that it looks at where they are there. */
  default Set<String> optionalFields() {
    return Set.of();
  }
}
