package dev.sluice.ingest.reset;

import java.util.Objects;

/** Something cannot be forgotten as asked; nothing was changed. */
public final class ResetRefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Reason reason;

  /** Why not. */
  public enum Reason {
    /** Nothing was ever read of that name. */
    NOT_KNOWN,
    /** The units hold more than was asked for. */
    MORE_THAN_ASKED,
    /** More is to be told than fits into a record. */
    TOO_LARGE,
    /** Somebody is reading. */
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
