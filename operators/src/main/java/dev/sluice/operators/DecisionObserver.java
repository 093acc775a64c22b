package dev.sluice.operators;

/** Observes the decision of each operator in a chain. */
@FunctionalInterface
public interface DecisionObserver {
  /** Ignores everything. */
  DecisionObserver NONE = (operator, before, decision) -> {};

  /**
   * Called for each decision.
   *
   * @param operator index of the operator, from 0
   * @param before the document that the operator received
   */
  void decided(int operator, Document before, Decision decision);
}
