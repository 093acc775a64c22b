package dev.sluice.jobs.split;

import java.nio.file.Path;
import java.util.List;

/**
 * What is to be cut, and how.
 *
 * @param inputs directories, files or globs
 * @param output a directory
 * @param targetBytes that a part has at most, unless it is a single row; {@value #LEAST_TARGET} or
 *     more
 * @param cores of whatever will read the parts, 1 to {@value #MOST_CORES}; there will be twice as
 *     many parts, where there are rows
 * @param threads that work, 1 or more; they do not change the parts
 */
public record SplitRequest(
    List<String> inputs, Path output, long targetBytes, int cores, int threads) {
  /** The size of parts where nobody chooses one. */
  public static final long DEFAULT_TARGET = 128L << 20;

  /** The least size of parts, in bytes. */
  public static final long LEAST_TARGET = 64 << 10;

  /** The most cores. */
  public static final int MOST_CORES = 1_000_000;

  /** Checks the numbers. */
  public SplitRequest {
    inputs = List.copyOf(inputs);
    if (targetBytes < LEAST_TARGET || cores < 1 || cores > MOST_CORES || threads < 1) {
      throw new IllegalArgumentException(
          "%d bytes, %d cores, %d threads".formatted(targetBytes, cores, threads));
    }
  }

  /** The parts there are to be at least. */
  int leastParts() {
    return 2 * cores;
  }
}
