package dev.sluice.neardup;

import dev.sluice.neardup.SignatureFile.Records;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The files of evidence of an output.
 *
 * @param paths one for each unit in the order of units, or the one that {@code dedup} writes
 */
public record EvidenceFiles(List<Path> paths) {
  /** Directory of the files of {@code run}, relative to the output. */
  public static final String DIRECTORY = "_sluice/near-duplicates";

  /** The file of {@code dedup}, relative to its output. */
  public static final String CLUSTERS = "_sluice/clusters.parquet";

  private static final String ENDING = ".parquet";

  /** Copies the list. */
  public EvidenceFiles {
    paths = List.copyOf(paths);
  }

  /** Lists the files of an output; there are none without near-deduplication. */
  public static EvidenceFiles of(Path output) throws IOException {
    Path clusters = output.resolve(CLUSTERS);
    return Files.exists(clusters)
        ? new EvidenceFiles(List.of(clusters))
        : in(output.resolve(DIRECTORY));
  }

  /** Lists the files in a directory, which need not exist. */
  public static EvidenceFiles in(Path directory) throws IOException {
    List<Path> paths = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + ENDING)) {
      files.forEach(paths::add);
    } catch (NoSuchFileException e) {
      return new EvidenceFiles(List.of());
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    Collections.sort(paths);
    return new EvidenceFiles(paths);
  }

  /** Returns the file of a unit of {@code run}; empty if it has none. */
  public Optional<Path> ofUnit(String unit) {
    String name = "-" + SignatureName.hash(unit) + ENDING;
    return paths.stream().filter(path -> path.getFileName().toString().endsWith(name)).findFirst();
  }

  /** Passes on all rows of all files. */
  public void read(Records<Match> into) throws IOException {
    for (Path path : paths) {
      EvidenceFile.read(path, into);
    }
  }
}
