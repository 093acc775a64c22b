package dev.sluice.jobs.sample;

/**
 * How to sample. Only {@code maxRows}, {@code batchRows} and {@code level} affect the output, in
 * the boundaries of files and row groups and in their compression, but never its rows.
 *
 * @param workers number of threads that hash, read and compress
 * @param ioWorkers number of threads that read footers
 * @param batchRows maximum number of rows of a row group, which one thread reads and compresses at
 *     a time
 * @param maxRows maximum number of rows of a file
 * @param level of zstd, 1 to 22
 */
public record SampleOptions(int workers, int ioWorkers, int batchRows, int maxRows, int level) {
  /** Maximum of the default number of threads. */
  public static final int MOST_DEFAULT_WORKERS = 32;

  /** Default maximum number of rows of a row group. */
  public static final int DEFAULT_BATCH_ROWS = 50_000;

  /** Default maximum number of rows of a file. */
  public static final int DEFAULT_MAX_ROWS = 500_000;

  /** Default zstd level. */
  public static final int DEFAULT_LEVEL = 3;

  private static final int MOST_THREADS = 1024;
  private static final int MOST_LEVEL = 22;

  /** Checks the ranges. */
  public SampleOptions {
    require("--workers", workers, MOST_THREADS);
    require("--io-workers", ioWorkers, MOST_THREADS);
    require("--batch-size", batchRows, Integer.MAX_VALUE);
    require("--max-rows", maxRows, Integer.MAX_VALUE);
    require("--compression-level", level, MOST_LEVEL);
  }

  /** Number of files for this many rows. */
  public int parts(long rows) {
    return Math.toIntExact((rows + maxRows - 1) / maxRows);
  }

  private static void require(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(
          "%s %d: must be from 1 to %d".formatted(option, value, most));
    }
  }
}
