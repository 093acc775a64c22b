package dev.sluice.storage;

import java.io.IOException;
import java.nio.file.Path;

/** A file that Sluice has written is not what it wrote. */
public final class DamagedFileException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception that names the file and a remedy.
   *
   * @param what is wrong with it
   * @param cause which may say that without naming the file
   */
  public DamagedFileException(Path file, String what, Exception cause) {
    super(
        "%s is not readable: %s. Restore it from a copy, or start again with another output"
            .formatted(file, what),
        cause);
  }
}
