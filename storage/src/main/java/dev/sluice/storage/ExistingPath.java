package dev.sluice.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Checks paths before a command writes to them. */
public final class ExistingPath {
  private ExistingPath() {}

  /** Returns the path itself or its nearest existing ancestor, as an absolute path. */
  public static Path of(Path path) {
    Path existing = path.toAbsolutePath().normalize();
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    return existing;
  }

  /**
   * Returns the path with its links resolved. The path need not exist yet.
   *
   * @throws IOException if this cannot be determined
   */
  public static Path real(Path path) throws IOException {
    Path absolute = path.toAbsolutePath().normalize();
    Path existing = of(path);
    return existing.toRealPath().resolve(existing.relativize(absolute));
  }

  /** Returns why a directory cannot be created or written to, or empty if it can. */
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
