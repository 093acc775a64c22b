package dev.sluice.it;

import java.nio.file.Files;
import java.nio.file.Path;

/** Finds files of the repository. */
public final class Repository {
  private Repository() {}

  /** A file of the repository by its path from the root. */
  public static Path file(String path) {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.isRegularFile(root.resolve("sluice"))) {
      root = root.getParent();
    }
    return root.resolve(path);
  }
}
