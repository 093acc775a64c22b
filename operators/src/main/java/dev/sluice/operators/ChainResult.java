package dev.sluice.operators;

import java.util.Objects;

/** The result of a list of operators. */
public sealed interface ChainResult {
  /**
   * The document is kept.
   *
   * @param document with its final text
   * @param changed whether the text differs from the original
   */
  record Kept(Document document, boolean changed) implements ChainResult {
    /** Checks that it is there. */
    public Kept {
      Objects.requireNonNull(document, "document");
    }
  }

  /**
   * An operator dropped the document: <b>operator_dropped</b>.
   *
   * @param operator index of the operator, from 0
   * @param decision with the reason
   */
  record Dropped(int operator, Decision.Dropped decision) implements ChainResult {
    /** Checks that it is there. */
    public Dropped {
      Objects.requireNonNull(decision, "decision");
    }
  }

  /**
   * An operator failed on the document: <b>rejected</b>.
   *
   * @param operator index of the operator, from 0
   * @param decision with the error
   */
  record Rejected(int operator, Decision.Failed decision) implements ChainResult {
    /** Checks that it is there. */
    public Rejected {
      Objects.requireNonNull(decision, "decision");
    }
  }
}
