package dev.sluice.operators;

/** A mapper or filter. */
@FunctionalInterface
public non-sealed interface TextOperator extends Operator {
  /**
   * Decides on a document. For a bad document, returns a {@link Decision.Failed}; an exception is
   * turned into one.
   */
  Decision apply(Document document);
}
