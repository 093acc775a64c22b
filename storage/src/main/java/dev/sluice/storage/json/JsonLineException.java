package dev.sluice.storage.json;

import java.io.IOException;

/** Thrown if a line is not a JSON object, or not one that the table can hold. */
public final class JsonLineException extends IOException {
  private static final long serialVersionUID = 1L;

  JsonLineException(String reason) {
    super(reason);
  }

  /** The problem of the line, without its position. */
  public String reason() {
    return getMessage();
  }
}
