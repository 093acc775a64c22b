package dev.sluice.jobs.shuffle;

import java.io.IOException;
import java.nio.file.Path;

/** A temporary file has changed since it was written. */
final class DamagedPartitionException extends IOException {
  private static final long serialVersionUID = 1L;

  DamagedPartitionException(Path file, String why) {
    super("the temporary file %s is damaged: %s".formatted(file, why));
  }
}
