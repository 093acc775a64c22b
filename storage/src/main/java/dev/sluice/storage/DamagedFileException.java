package dev.sluice.storage;

import java.io.IOException;
import java.nio.file.Path;

/** Thrown if the content of a file is no longer what Sluice wrote. */
public final class DamagedFileException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception that names the file and a remedy.
   *
   * @param what the problem
   * @param cause the cause, whose message need not name the file
   */
  public DamagedFileException(Path file, String what, Exception cause) {
    super(
        "%s is not readable: %s. Restore the file from a copy, or start over with a new output"
            .formatted(file, what),
        cause);
  }
}
