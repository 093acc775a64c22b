package dev.sluice.jobs.dedup;

import java.io.IOException;
import java.nio.file.Path;

/** Thrown if a temporary file is missing or has changed. */
final class DamagedSpillException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String file;

  DamagedSpillException(Path file, String why) {
    super("the temporary file %s is damaged: %s".formatted(file, why));
    this.file = file.toString();
  }

  Path file() {
    return Path.of(file);
  }
}
