package dev.sluice.neardup;

import dev.sluice.neardup.SignatureFile.Records;
import dev.sluice.storage.publish.OutputFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The files of evidence of an output of {@code run}.
 *
 * @param paths one for each unit in the order of units
 */
public record EvidenceFiles(List<Path> paths) {
  /** Their directory, relative to the output. */
  public static final String DIRECTORY = "_sluice/near-duplicates";

  /** The end of their names, which begin with those of units' directories. */
  static final String ENDING = ".parquet";

  /** The hash of a unit in the name of its file. */
  private static final Pattern HASH = Pattern.compile("-([^-.]+)\\.");

  /** Copies the list. */
  public EvidenceFiles {
    paths = List.copyOf(paths);
  }

  /** Lists the files of an output. Without near-deduplication, there are none. */
  public static EvidenceFiles of(Path output) throws IOException {
    return new EvidenceFiles(ending(output.resolve(DIRECTORY), ENDING));
  }

  /** Returns the path of a file relative to the output, with {@code /}. */
  public static String relative(Path file) {
    return DIRECTORY + "/" + file.getFileName();
  }

  static List<Path> ending(Path directory, String ending) throws IOException {
    return OutputFiles.in(directory).stream()
        .filter(path -> path.getFileName().toString().endsWith(ending))
        .toList();
  }

  /** Returns the file of a unit; empty if it has none. */
  public Optional<Path> ofUnit(String unit) {
    Set<String> hash = Set.of(SignatureName.hash(unit));
    return paths.stream().filter(path -> isOf(path, hash)).findFirst();
  }

  /**
   * Returns whether a file has the evidence of one of these units of {@code run}, or states why the
   * unit stops.
   *
   * @param hashes of the ids of the units, as {@link SignatureName#hash} returns them
   */
  public static boolean isOf(Path file, Set<String> hashes) {
    return HASH.matcher(file.getFileName().toString())
        .results()
        .anyMatch(found -> hashes.contains(found.group(1)));
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
