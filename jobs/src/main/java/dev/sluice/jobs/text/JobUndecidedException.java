package dev.sluice.jobs.text;

/**
 * Thrown if a job waits for a decision of the user. When the user has decided, the next call of the
 * job continues it.
 */
public final class JobUndecidedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was found, where to look at it, and how to decide
   */
  public JobUndecidedException(String message) {
    super(message);
  }
}
