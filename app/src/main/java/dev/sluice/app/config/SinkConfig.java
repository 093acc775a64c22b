package dev.sluice.app.config;

/**
 * How shards are written.
 *
 * @param cutBytes bytes of a curated topic partition after which its open shards are closed
 * @param threads that write
 */
public record SinkConfig(long cutBytes, int threads) {
  /** Threads where the configuration says {@code auto}. */
  public static final int AUTO_THREADS = 2;

  private static final long MOST_AUTO_CUT_BYTES = 256L << 20;

  /** Checks the ranges. */
  public SinkConfig {
    if (cutBytes < 1 || threads < 1) {
      throw new IllegalArgumentException("cut-bytes " + cutBytes + ", threads " + threads);
    }
  }

  /**
   * What {@code cut-bytes: auto} is: three files, at most 256 MiB. Never depends on the machine.
   */
  public static long autoCutBytes(long maxFileBytes) {
    return Math.min(3 * maxFileBytes, MOST_AUTO_CUT_BYTES);
  }
}
