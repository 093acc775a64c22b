package dev.sluice.storage.parquet;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the data sets beside the project; tests that need them are skipped where they are not. */
final class SharedData {
  private SharedData() {}

  /** The Parquet files of one data set, by name. */
  static List<Path> files(String dataSet) throws IOException {
    assumeThat(root()).as("shared data beside the project").isPresent();
    return filesIfThere(dataSet);
  }

  private static Optional<Path> root() {
    return Stream.iterate(Path.of("").toAbsolutePath(), path -> path != null, Path::getParent)
        .map(path -> path.resolve("shared"))
        .filter(path -> Files.exists(path.resolve("contract.md")))
        .findFirst();
  }

  /** The Parquet files of one data set, by name; none where there are no data sets. */
  static List<Path> filesIfThere(String dataSet) throws IOException {
    Optional<Path> root = root();
    if (root.isEmpty()) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(root.get().resolve("data").resolve(dataSet))) {
      return files.filter(file -> file.toString().endsWith(".parquet")).sorted().toList();
    }
  }
}
