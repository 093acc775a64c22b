package dev.sluice.storage.json;

import java.io.IOException;

/** A line is no JSON object, or not one that the table can hold. */
public final class JsonLineException extends IOException {
  private static final long serialVersionUID = 1L;

  JsonLineException(String reason) {
    super(reason);
  }

  /** What is wrong with the line, without where the line is. */
  public String reason() {
    return getMessage();
  }
}
