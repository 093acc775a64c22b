package dev.sluice.ingest.reset;

import java.util.Objects;

/** The reset is not possible; nothing was changed. */
public final class ResetRefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Reason reason;

  /** Why not. */
  public enum Reason {
    /** Nothing with this name was ever read. */
    NOT_KNOWN,
    /** The units hold more than the request names. */
    MORE_THAN_ASKED,
    /** The forget record would exceed the largest record. */
    TOO_LARGE,
    /** An ingest is reading. */
    INGEST_RUNNING
  }

  ResetRefusedException(Reason reason, String message) {
    super(message);
    this.reason = Objects.requireNonNull(reason, "reason");
  }

  /** Why not. */
  public Reason reason() {
    return reason;
  }
}
