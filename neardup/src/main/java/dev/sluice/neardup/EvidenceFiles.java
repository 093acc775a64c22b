package dev.sluice.neardup;

import dev.sluice.neardup.SignatureFile.Records;
import dev.sluice.storage.publish.OutputFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The files of evidence of an output.
 *
 * @param paths one for each unit in the order of units, or the one that {@code dedup} writes
 */
public record EvidenceFiles(List<Path> paths) {
  /** The directory of the files of {@code run}, relative to the output. */
  public static final String DIRECTORY = "_sluice/near-duplicates";

  /** The file of {@code dedup}, relative to its output. */
  public static final String CLUSTERS = "_sluice/clusters.parquet";

  /**
   * The suffix of the names of files of {@code run}. The name of the unit's directory precedes it.
   */
  static final String ENDING = ".parquet";

  /** Copies the list. */
  public EvidenceFiles {
    paths = List.copyOf(paths);
  }

  /** Lists the files of an output. Without near-deduplication, there are none. */
  public static EvidenceFiles of(Path output) throws IOException {
    Path clusters = output.resolve(CLUSTERS);
    return Files.exists(clusters)
        ? new EvidenceFiles(List.of(clusters))
        : in(output.resolve(DIRECTORY));
  }

  /** Lists the files in a directory. The directory need not exist. */
  public static EvidenceFiles in(Path directory) throws IOException {
    return new EvidenceFiles(ending(directory, ENDING));
  }

  static List<Path> ending(Path directory, String ending) throws IOException {
    return OutputFiles.in(directory).stream()
        .filter(path -> path.getFileName().toString().endsWith(ending))
        .toList();
  }

  /** Returns the file of a unit of {@code run}, or empty if it has none. */
  public Optional<Path> ofUnit(String unit) {
    return paths.stream().filter(path -> isOf(path, unit)).findFirst();
  }

  /** Returns whether a file has the evidence of a unit of {@code run}, or states why it stops. */
  public static boolean isOf(Path file, String unit) {
    return file.getFileName().toString().contains("-" + SignatureName.hash(unit) + ".");
  }

  /** Returns the file of the unit with this directory of signatures. */
  static Path file(Path directory, Path unit, String ending) {
    return directory.resolve(unit.getFileName() + ending);
  }

  /** Passes on all rows of all files. */
  public void read(Records<Match> into) throws IOException {
    for (Path path : paths) {
      EvidenceFile.read(path, into);
    }
  }
}
