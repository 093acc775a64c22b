package dev.sluice.it;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** Finds files of the repository, and data that may lie beside it. */
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

  /** A directory of shared test data; the test is skipped where there is none. */
  public static Path shared(String path) {
    Path at = Path.of("").toAbsolutePath();
    while (at != null && !Files.isRegularFile(at.resolve("shared/contract.md"))) {
      at = at.getParent();
    }
    assumeTrue(at != null, "skipped: no directory shared beside the repository");
    Path found = at.resolve("shared").resolve(path);
    assumeTrue(Files.exists(found), "skipped: no shared/" + path);
    return found;
  }
}
