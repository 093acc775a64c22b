package dev.sluice.jobs.text;

/** Thrown if a job has failed and left no output. */
public final class JobFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception. The message names what failed and where, what is allowed, and what to do.
   */
  public JobFailedException(String message) {
    super(message);
  }
}
