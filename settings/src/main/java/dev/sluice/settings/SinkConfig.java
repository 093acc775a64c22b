package dev.sluice.settings;

/**
 * How shards are written.
 *
 * @param cutBytes weight of documents in a curated partition that causes a cut
 * @param threads threads that write
 */
public record SinkConfig(long cutBytes, int threads) {
  /** The value of {@code threads: auto}. */
  public static final int AUTO_THREADS = 2;

  private static final long MAX_AUTO_CUT_BYTES = 256L << 20;

  /** Checks the ranges. */
  public SinkConfig {
    if (cutBytes < 1 || threads < 1) {
      throw new IllegalArgumentException("cut-bytes " + cutBytes + ", threads " + threads);
    }
  }

  /**
   * The value of {@code cut-bytes: auto}: three files, at most 256 MiB. Independent of the machine,
   * because it decides the output's content.
   */
  public static long autoCutBytes(long maxFileBytes) {
    return Math.min(3 * maxFileBytes, MAX_AUTO_CUT_BYTES);
  }
}
