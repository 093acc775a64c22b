package dev.sluice.operators;

/** A mapper or a filter: says what becomes of a document. */
@FunctionalInterface
public non-sealed interface TextOperator extends Operator {
  /**
   * The decision on a document. What is wrong with a document is a {@link Decision.Failed}; what is
   * thrown nevertheless becomes one, see {@link BoundOperator#apply}.
   */
  Decision apply(Document document);
}
