package dev.sluice.topics.record;

/** A schema registry does not answer, or answers only that it cannot now. */
public final class RegistrySilentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Says where, and what it told. */
  public RegistrySilentException(String message, Throwable cause) {
    super(message, cause);
  }
}
