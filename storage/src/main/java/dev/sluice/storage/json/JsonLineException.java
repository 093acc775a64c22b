package dev.sluice.storage.json;

import java.io.IOException;

/** Thrown if a line is not a JSON object, or is an object that the table cannot hold. */
public final class JsonLineException extends IOException {
  private static final long serialVersionUID = 1L;

  JsonLineException(String reason) {
    super(reason);
  }

  /** Returns the problem of the line, without its position. */
  public String reason() {
    return getMessage();
  }
}
