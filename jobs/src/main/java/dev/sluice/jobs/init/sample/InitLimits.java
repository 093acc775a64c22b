package dev.sluice.jobs.init.sample;

import java.util.stream.IntStream;

/** How much is read at most. */
public final class InitLimits {
  /** Files whose schemas are read. */
  public static final int FILES = 200;

  /** Row groups, and files of JSON, of which rows are read. */
  static final int PIECES = 100;

  /** Rows, about. */
  public static final int ROWS = 10_000;

  /** Bytes of rows, about. */
  static final long BYTES = 128L << 20;

  /** A larger row is passed over. */
  static final int ROW_BYTES = 32 << 20;

  /** Columns whose values are read. */
  static final int COLUMNS = 200;

  /** Columns of JSON that are known; there may be as many as values. */
  static final int JSON_COLUMNS = 10_000;

  private InitLimits() {}

  /** So many indexes below a size, evenly spread, the first and the last among them. */
  static int[] spread(int size, int most) {
    if (size <= most) {
      return IntStream.range(0, size).toArray();
    }
    return IntStream.range(0, most).map(i -> (int) ((long) i * (size - 1) / (most - 1))).toArray();
  }
}
