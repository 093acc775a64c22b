package dev.sluice.core;

/**
 * A scorer cannot score a document although its files could be opened: the work cannot continue,
 * because the document would be lost. The message names the scorer, its file and the way out.
 */
public final class ScorerFailure extends EndingFailure {
  private static final long serialVersionUID = 1L;

  /** A failure without a cause. */
  public ScorerFailure(String message) {
    super(message, null);
  }

  /** A failure that a library told. */
  public ScorerFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
