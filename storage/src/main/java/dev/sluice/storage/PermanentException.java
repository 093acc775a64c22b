package dev.sluice.storage;

import java.io.IOException;

/** An error that a retry cannot cure. It is reported at once. */
public final class PermanentException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception whose message states the problem and a remedy. */
  public PermanentException(String message) {
    super(message);
  }
}
