package dev.sluice.jobs.generate;

import java.nio.file.Path;
import java.util.List;

/**
 * A complete set of synthetic documents.
 *
 * @param output its directory
 * @param files in ascending order of path
 */
public record GeneratedSet(Path output, List<File> files) {
  /**
   * A generated file.
   *
   * @param path relative to the output, with {@code /}
   * @param rows number of rows
   * @param bytes size
   * @param found whether it existed already, from an earlier run of the same command
   */
  public record File(String path, long rows, long bytes, boolean found) {}

  /** Copies the list. */
  public GeneratedSet {
    files = List.copyOf(files);
  }

  /** Number of rows in all files. */
  public long rows() {
    return files.stream().mapToLong(File::rows).sum();
  }

  /** Size of all files. */
  public long bytes() {
    return files.stream().mapToLong(File::bytes).sum();
  }

  /** Whether all files existed already. */
  public boolean wasFinished() {
    return files.stream().allMatch(File::found);
  }
}
