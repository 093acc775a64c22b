package dev.sluice.core;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Data beside the project that tests compare with; a test that needs it skips where it is missing.
 */
public final class SharedData {
  private static final String PROPERTY = "sluice.shared";

  private SharedData() {}

  /** The file or directory of this relative path; the test is skipped when it is not there. */
  public static Path require(String relative) {
    Path found = root().resolve(relative);
    assumeThat(found).as("shared test data (-D%s=DIR)", PROPERTY).exists();
    return found;
  }

  private static Path root() {
    String configured = System.getProperty(PROPERTY);
    if (configured != null) {
      return Path.of(configured);
    }
    Path directory = Path.of("").toAbsolutePath();
    while (directory != null) {
      if (Files.exists(directory.resolve("shared/contract.md"))) {
        return directory.resolve("shared");
      }
      directory = directory.getParent();
    }
    return Path.of("shared");
  }
}
