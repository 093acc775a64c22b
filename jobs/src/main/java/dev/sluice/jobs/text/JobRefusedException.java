package dev.sluice.jobs.text;

/** The job cannot begin as it was asked for; nothing was written. */
public final class JobRefusedException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** With what, where, what is allowed and what to do. */
  public JobRefusedException(String message) {
    super(message);
  }
}
