package dev.sluice.jobs.validate;

/** There is nothing to validate: the directory is missing, or is no output of Sluice. */
public final class NoOutputException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  NoOutputException(String message) {
    super(message);
  }
}
