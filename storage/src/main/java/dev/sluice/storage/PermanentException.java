package dev.sluice.storage;

import java.io.IOException;

/** What another try meets again: it is told at once. */
public final class PermanentException extends IOException {
  private static final long serialVersionUID = 1L;

  /** With what is wrong and the way out. */
  public PermanentException(String message) {
    super(message);
  }
}
