package dev.sluice.topics.record;

/** A schema registry does not respond, or is temporarily unavailable. */
public final class RegistrySilentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** An exception with the registry's address and the cause. */
  public RegistrySilentException(String message, Throwable cause) {
    super(message, cause);
  }
}
