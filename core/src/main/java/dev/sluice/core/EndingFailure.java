package dev.sluice.core;

/**
 * What is asked about a document cannot answer as it must: the work ends, because a document would
 * be lost, or another run would have another result. The message names who was asked, about what,
 * and the way out. Whoever counts exceptions of operators passes it on.
 */
public abstract class EndingFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param cause null if there is none
   */
  protected EndingFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
