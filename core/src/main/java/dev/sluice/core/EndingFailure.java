package dev.sluice.core;

/**
 * A failure that ends the work, because otherwise a document would be lost or another run would
 * have another result. The message names who was asked, about what, and the way out. Whoever counts
 * exceptions of operators passes it on.
 */
public abstract class EndingFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param cause or null if there is no cause
   */
  protected EndingFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
