package dev.sluice.jobs.generate;

import java.nio.file.Path;
import java.util.List;

/**
 * A complete set of synthetic documents.
 *
 * @param output its directory
 * @param files in ascending order of path
 */
public record GeneratedSet(Path output, List<GeneratedFile> files) {
  /** Copies the list. */
  public GeneratedSet {
    files = List.copyOf(files);
  }

  /** Number of rows in all files. */
  public long rows() {
    return files.stream().mapToLong(GeneratedFile::rows).sum();
  }

  /** Size of all files. */
  public long bytes() {
    return files.stream().mapToLong(GeneratedFile::bytes).sum();
  }

  /** Whether all files existed already. */
  public boolean wasFinished() {
    return files.stream().allMatch(GeneratedFile::found);
  }
}
