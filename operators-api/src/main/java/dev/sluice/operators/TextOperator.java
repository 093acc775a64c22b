package dev.sluice.operators;

/** A mapper or filter. */
@FunctionalInterface
public non-sealed interface TextOperator extends Operator {
  /**
   * Decides on a document. A bad document is a {@link Decision.Failed}; exceptions become one, see
   * {@link BoundOperator#apply}.
   */
  Decision apply(Document document);
}
