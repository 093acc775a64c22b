package dev.sluice.core;

import java.util.OptionalDouble;

/**
 * Computes scores of texts. Equal texts have equal scores. Not thread-safe: each thread has a
 * separate scorer.
 */
@FunctionalInterface
public interface TextScorer {
  /** Returns the score of a text in UTF-8, or empty if it has none. */
  OptionalDouble score(byte[] text, int offset, int length);

  /**
   * Thrown if a scorer whose files could be opened cannot score a document. The work cannot
   * continue, because the document would be lost. The message names the scorer, its file and the
   * solution.
   */
  public static final class ScorerFailure extends EndingFailure {
    private static final long serialVersionUID = 1L;

    /** Creates a failure without a cause. */
    public ScorerFailure(String message) {
      super(message, null);
    }

    /** Creates a failure that a library reported. */
    public ScorerFailure(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
