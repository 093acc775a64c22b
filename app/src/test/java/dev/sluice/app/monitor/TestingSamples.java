package dev.sluice.app.monitor;

/** Samples of a process that reads 1,000 bytes, 10 rows and keeps 3 documents each second. */
final class TestingSamples {
  private static final long BEGUN = 1_790_000_000_000L;

  private TestingSamples() {}

  /** The sample after so many seconds. */
  static Sample after(long seconds) {
    return ofProcess(0, seconds);
  }

  /** That of a process of this number. */
  static Sample ofProcess(int process, long seconds) {
    return new Sample(
        BEGUN + 1_000 * seconds,
        process,
        1_000 * seconds,
        10 * seconds,
        3 * seconds,
        seconds % 7,
        null,
        500 * seconds,
        1L << 30,
        2L << 30);
  }
}
