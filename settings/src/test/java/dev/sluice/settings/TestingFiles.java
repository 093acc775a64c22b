package dev.sluice.settings;

import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the project's files from wherever the tests run. */
public final class TestingFiles {
  private TestingFiles() {}

  /** The project's root: the nearest directory upwards that holds the launcher. */
  public static Path root() {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.isRegularFile(directory.resolve("sluice"))) {
      directory = directory.getParent();
    }
    return directory;
  }
}
