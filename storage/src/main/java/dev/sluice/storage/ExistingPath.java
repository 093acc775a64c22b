package dev.sluice.storage;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What there is already of a path that a command is to write to. */
public final class ExistingPath {
  private ExistingPath() {}

  /** The path itself, or the nearest one above it that exists; absolute. */
  public static Path of(Path path) {
    Path existing = path.toAbsolutePath().normalize();
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    return existing;
  }

  /** Why a directory could not be made or written to; empty when it can. */
  public static Optional<String> problemOf(Path directory) {
    Path existing = of(directory);
    if (!Files.isDirectory(existing)) {
      return Optional.of(existing + " is a file, not a directory");
    }
    return Files.isWritable(existing)
        ? Optional.empty()
        : Optional.of(existing + " is not writable for this user");
  }
}
