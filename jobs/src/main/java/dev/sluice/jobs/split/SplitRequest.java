package dev.sluice.jobs.split;

import java.nio.file.Path;
import java.util.List;

/**
 * The settings of a split.
 *
 * @param inputs directories, files or globs
 * @param output the output directory
 * @param targetBytes maximum size of a part, unless the part is a single row; at least {@value
 *     #LEAST_TARGET}
 * @param cores number of cores that will read the parts, 1 to {@value #MOST_CORES}; there will be
 *     at least twice as many parts if there are enough rows
 * @param threads number of threads, 1 or more; does not affect the parts
 */
public record SplitRequest(
    List<String> inputs, Path output, long targetBytes, int cores, int threads) {
  /** The default size of parts. */
  public static final long DEFAULT_TARGET = 128L << 20;

  /** The minimum size of parts in bytes. */
  public static final long LEAST_TARGET = 64 << 10;

  /** The maximum number of cores. */
  public static final int MOST_CORES = 1_000_000;

  /** Checks the numbers. */
  public SplitRequest {
    inputs = List.copyOf(inputs);
    if (targetBytes < LEAST_TARGET || cores < 1 || cores > MOST_CORES || threads < 1) {
      throw new IllegalArgumentException(
          "the target size (%d bytes) must be at least %d, the number of cores (%d) must be from 1 to %d, and the number of threads (%d) must be at least 1"
              .formatted(targetBytes, LEAST_TARGET, cores, MOST_CORES, threads));
    }
  }

  /** Returns the minimum number of parts. */
  int leastParts() {
    return 2 * cores;
  }

  /** Returns a copy with the given output. */
  public SplitRequest into(Path directory) {
    return new SplitRequest(inputs, directory, targetBytes, cores, threads);
  }
}
