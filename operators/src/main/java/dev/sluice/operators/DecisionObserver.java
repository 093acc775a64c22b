package dev.sluice.operators;

/** Is told what each operator of a chain said of a document. */
@FunctionalInterface
public interface DecisionObserver {
  /** Is told and keeps nothing. */
  DecisionObserver NONE = (operator, before, decision) -> {};

  /**
   * One operator's decision.
   *
   * @param operator its place in the list, from 0
   * @param before the document as the operator was given it
   */
  void decided(int operator, Document before, Decision decision);
}
