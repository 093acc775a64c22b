package dev.sluice.storage.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Real documents for the tests tagged {@link #TAG}, which are left out unless the environment says
 * where they are: 2,000 documents of FineWeb about law, in 20 Parquet files of 100 rows, with
 * scores from 0 to 5 and without a dump. Numbers that tests expect are of these.
 */
public final class Corpus {
  /** Tells tests that need these documents. */
  public static final String TAG = "corpus";

  /** The environment's variable that names their directory by an absolute path. */
  public static final String VARIABLE = "SLUICE_CORPUS";

  private Corpus() {}

  /** The directory. */
  public static Path directory() {
    String path = System.getenv(VARIABLE);
    if (path == null) {
      throw new AssertionError(VARIABLE + " is not set: tests tagged " + TAG + " need it");
    }
    Path directory = Path.of(path);
    if (!Files.isDirectory(directory)) {
      throw new AssertionError(
          VARIABLE + " is not a directory: " + directory.toAbsolutePath().normalize());
    }
    return directory;
  }

  /** Its Parquet files, by name. */
  public static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory())) {
      return files.filter(file -> file.toString().endsWith(".parquet")).sorted().toList();
    }
  }
}
