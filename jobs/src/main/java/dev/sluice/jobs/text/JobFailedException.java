package dev.sluice.jobs.text;

/** The job has ended without a result; nothing is left of it. */
public final class JobFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With what, where, what is allowed and what to do. */
  public JobFailedException(String message) {
    super(message);
  }
}
