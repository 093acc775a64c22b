package dev.sluice.embedded;

import java.util.Objects;

/**
 * The embedded broker cannot be started. The message is meant for the user: what is wrong, where,
 * and what to do about it.
 */
public final class BrokerStartException extends RuntimeException {
  /** What kept the broker from starting. */
  public enum Reason {
    /** Something else listens on the port that was asked for, or the system denies it. */
    PORT_TAKEN,
    /** Another broker, in this process or in another, works on the data directory. */
    DIRECTORY_LOCKED,
    /** The data directory cannot be created or written, or holds something unreadable. */
    DIRECTORY_UNUSABLE,
    /** The disk under the data directory is full. */
    DISK_FULL,
    /** Anything else; the cause tells. */
    FAULT
  }

  private static final long serialVersionUID = 1L;

  private final Reason reason;

  BrokerStartException(Reason reason, String message) {
    super(message);
    this.reason = Objects.requireNonNull(reason, "reason");
  }

  BrokerStartException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = Objects.requireNonNull(reason, "reason");
  }

  /** What kept the broker from starting: what a caller chooses an exit code by. */
  public Reason reason() {
    return reason;
  }
}
