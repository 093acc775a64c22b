package dev.sluice.app;

/**
 * The work failed for a reason that the user can understand: exit code 1. The message, the last
 * line on stderr, says what, where, and what to do about it.
 */
public final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A failure that needs no cause in the log. */
  public Failure(String message) {
    super(message);
  }

  /** A failure whose cause belongs into the log. */
  public Failure(String message, Throwable cause) {
    super(message, cause);
  }
}
