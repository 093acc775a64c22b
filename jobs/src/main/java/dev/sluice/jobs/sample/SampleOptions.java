package dev.sluice.jobs.sample;

/**
 * How to work. Only {@code maxRows}, {@code batchRows} and {@code level} are seen in the output, as
 * the borders of files and row groups and in how they are packed; never in its rows.
 *
 * @param workers threads that hash, read and pack
 * @param ioWorkers threads that read footers
 * @param batchRows the most rows of a row group, which one thread reads and packs at a time
 * @param maxRows the most rows of a file
 * @param level of zstd, 1 to 22
 */
public record SampleOptions(int workers, int ioWorkers, int batchRows, int maxRows, int level) {
  /** The seed's number of threads is at most this. */
  public static final int MOST_DEFAULT_WORKERS = 32;

  /** Rows of a row group, at most, where nothing else is asked for. */
  public static final int DEFAULT_BATCH_ROWS = 50_000;

  /** Rows of a file, at most, where nothing else is asked for. */
  public static final int DEFAULT_MAX_ROWS = 500_000;

  /** The level of zstd where no other is asked for. */
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

  /** How many files so many rows make. */
  public int parts(long rows) {
    return Math.toIntExact((rows + maxRows - 1) / maxRows);
  }

  private static void require(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(
          "%s %d: allowed are 1 to %d".formatted(option, value, most));
    }
  }
}
