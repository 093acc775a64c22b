package dev.sluice.jobs.generate;

import java.nio.file.Path;
import java.util.Objects;

/**
 * The settings of a generated set.
 *
 * @param output directory; must not exist, be empty, or hold unfinished or finished output of the
 *     same options
 * @param documents total number of rows, at least one for each dump
 * @param dumps number of directories, in {@code [1, 1000]}
 * @param seed of all random numbers
 */
public record GenerateOptions(Path output, long documents, int dumps, long seed) {
  /** Default number of dumps. */
  public static final int DEFAULT_DUMPS = 4;

  /** Default seed. */
  public static final long DEFAULT_SEED = 42;

  /** More directories than Common Crawl has dumps. */
  public static final int MAX_DUMPS = 1000;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException naming the option, its value and the allowed values
   */
  public GenerateOptions {
    Objects.requireNonNull(output, "output");
    if (dumps < 1 || dumps > MAX_DUMPS) {
      throw new IllegalArgumentException("--dumps " + dumps + ": must be from 1 to " + MAX_DUMPS);
    }
    if (documents < dumps) {
      throw new IllegalArgumentException(
          "--docs "
              + documents
              + ": must be at least one document for each of "
              + dumps
              + " dumps");
    }
  }
}
