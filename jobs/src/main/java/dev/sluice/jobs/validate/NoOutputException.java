package dev.sluice.jobs.validate;

/**
 * Thrown if there is nothing to validate: the directory does not exist, or is not an output of
 * Sluice.
 */
public final class NoOutputException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  NoOutputException(String message) {
    super(message);
  }
}
