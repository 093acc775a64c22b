package dev.sluice.jobs.text;

import java.io.IOException;
import java.nio.file.Path;

/** Thrown if a temporary file has changed since it was written. */
public final class DamagedSpillException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient Path file;

  /**
   * @param why what differs
   */
  public DamagedSpillException(Path file, String why) {
    super("the temporary file %s is damaged: %s".formatted(file, why));
    this.file = file;
  }

  /** Returns the file. */
  public Path file() {
    return file;
  }
}
