package dev.sluice.jobs.shuffle.partition;

import java.io.IOException;
import java.nio.file.Path;

/** A temporary file has changed since it was written. */
public final class DamagedPartitionException extends IOException {
  private static final long serialVersionUID = 1L;

  public DamagedPartitionException(Path file, String why) {
    super("the temporary file %s is damaged: %s".formatted(file, why));
  }
}
