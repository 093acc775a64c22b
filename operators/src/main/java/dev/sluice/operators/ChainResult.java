package dev.sluice.operators;

/** The result of a list of operators. */
public sealed interface ChainResult {
  /**
   * The document is kept.
   *
   * @param document with its final text
   * @param changed whether the text differs from the original
   */
  record Kept(Document document, boolean changed) implements ChainResult {}

  /**
   * An operator dropped the document: <b>operator_dropped</b>.
   *
   * @param operator index of the operator, from 0
   * @param decision with the reason
   */
  record Dropped(int operator, Decision.Dropped decision) implements ChainResult {}

  /**
   * An operator failed on the document: <b>rejected</b>.
   *
   * @param operator index of the operator, from 0
   * @param decision with the error
   */
  record Rejected(int operator, Decision.Failed decision) implements ChainResult {}
}
