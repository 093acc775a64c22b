package dev.sluice.core;

/**
 * A failure that ends the work. Without it, a document would be lost, or another run would have a
 * different result. The message names the component that failed, the document, and the solution.
 * Code that counts exceptions of operators passes this failure on.
 */
public abstract class EndingFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param cause the cause, or null if there is none
   */
  protected EndingFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
