package dev.sluice.jobs.text;

/** The job has failed and left nothing. */
public final class JobFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception whose message says what failed, where, what is allowed, and the remedy.
   */
  public JobFailedException(String message) {
    super(message);
  }
}
