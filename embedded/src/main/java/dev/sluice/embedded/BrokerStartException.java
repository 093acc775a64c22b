package dev.sluice.embedded;

import java.util.Objects;

/** The embedded broker cannot be started. The message says what is wrong and what to do. */
public final class BrokerStartException extends RuntimeException {
  /** Why the broker did not start. */
  public enum Reason {
    /** Another program uses the port, or the system denies access to it. */
    PORT_TAKEN,
    /** The data directory cannot be created or written, or is corrupt. */
    DIRECTORY_UNUSABLE,
    /** The disk under the data directory is full. */
    DISK_FULL,
    /** Anything else; see the cause. */
    FAULT
  }

  private static final long serialVersionUID = 1L;

  private final Reason reason;

  BrokerStartException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = Objects.requireNonNull(reason, "reason");
  }

  /** Why the broker did not start. Callers choose an exit code by it. */
  public Reason reason() {
    return reason;
  }
}
