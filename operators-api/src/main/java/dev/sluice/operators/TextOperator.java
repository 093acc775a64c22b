package dev.sluice.operators;

/** A mapper or filter. */
@FunctionalInterface
public non-sealed interface TextOperator extends Operator {
  /**
   * Decides on a document. A bad document is a {@link Decision.Failed}, and exceptions become one.
   */
  Decision apply(Document document);
}
