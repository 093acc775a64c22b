package dev.sluice.topics.record;

/** A schema registry answers with a refusal, or what answers is none. */
public final class RegistryRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean unauthorized;

  /**
   * Says where, and what it told.
   *
   * @param unauthorized whether it wants other credentials than it got
   */
  public RegistryRefusedException(String message, boolean unauthorized) {
    super(message);
    this.unauthorized = unauthorized;
  }

  /** Whether it wants other credentials than it got. */
  public boolean isUnauthorized() {
    return unauthorized;
  }
}
