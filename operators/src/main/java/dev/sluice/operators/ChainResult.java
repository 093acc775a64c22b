package dev.sluice.operators;

import java.util.Objects;

/** What a list of operators made of a document. */
public sealed interface ChainResult {
  /**
   * It is kept.
   *
   * @param document with its last text
   * @param changed whether that is another text than at first
   */
  record Kept(Document document, boolean changed) implements ChainResult {
    /** Checks that it is there. */
    public Kept {
      Objects.requireNonNull(document, "document");
    }
  }

  /**
   * An operator dropped it: <b>operator_dropped</b>.
   *
   * @param operator the operator's place in the list, from 0
   * @param decision why
   */
  record Dropped(int operator, Decision.Dropped decision) implements ChainResult {
    /** Checks that it is there. */
    public Dropped {
      Objects.requireNonNull(decision, "decision");
    }
  }

  /**
   * An operator could not judge it: <b>rejected</b>.
   *
   * @param operator the operator's place in the list, from 0
   * @param decision what was wrong
   */
  record Rejected(int operator, Decision.Failed decision) implements ChainResult {
    /** Checks that it is there. */
    public Rejected {
      Objects.requireNonNull(decision, "decision");
    }
  }
}
