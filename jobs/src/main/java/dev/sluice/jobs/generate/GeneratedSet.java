package dev.sluice.jobs.generate;

import java.nio.file.Path;
import java.util.List;

/**
 * A finished set of synthetic documents.
 *
 * @param output its directory
 * @param files in ascending order of path
 */
public record GeneratedSet(Path output, List<GeneratedFile> files) {
  /** Copies the list. */
  public GeneratedSet {
    files = List.copyOf(files);
  }

  /** Rows in all files. */
  public long rows() {
    return files.stream().mapToLong(GeneratedFile::rows).sum();
  }

  /** Bytes of all files. */
  public long bytes() {
    return files.stream().mapToLong(GeneratedFile::bytes).sum();
  }

  /** Whether nothing was left to do: every file was there already. */
  public boolean wasFinished() {
    return files.stream().allMatch(GeneratedFile::found);
  }
}
