package dev.sluice.core;

import java.util.OptionalDouble;

/** Gives texts a score, the same for the same text. Not thread-safe: each thread has its own. */
@FunctionalInterface
public interface TextScorer {
  /** The score of a text in UTF-8; empty if it has none. */
  OptionalDouble score(byte[] text, int offset, int length);

  /**
   * Thrown if a scorer cannot score a document although its files could be opened: the work cannot
   * continue, because the document would be lost. The message names the scorer, its file and the
   * way out.
   */
  public static final class ScorerFailure extends EndingFailure {
    private static final long serialVersionUID = 1L;

    /** A failure without a cause. */
    public ScorerFailure(String message) {
      super(message, null);
    }

    /** A failure that a library reported. */
    public ScorerFailure(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
