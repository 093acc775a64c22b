package dev.sluice.topics.record;

/** A schema registry refuses a request, or the address is not that of a registry. */
public final class RegistryRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean unauthorized;

  /**
   * An exception with the registry's address and response.
   *
   * @param unauthorized whether the registry requires other credentials
   */
  public RegistryRefusedException(String message, boolean unauthorized) {
    super(message);
    this.unauthorized = unauthorized;
  }

  /** Whether the registry requires other credentials. */
  public boolean isUnauthorized() {
    return unauthorized;
  }
}
