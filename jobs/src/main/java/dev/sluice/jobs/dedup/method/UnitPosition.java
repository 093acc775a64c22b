package dev.sluice.jobs.dedup.method;

/** The position of a paragraph or line as one number, ascending in input order. */
public final class UnitPosition {
  /** Enough for all units of a text of 256 MiB that are long enough. */
  private static final int INDEX_BITS = 25;

  private UnitPosition() {}

  /**
   * A position.
   *
   * @param row of the document, below 2^38
   * @param index among the units of the document that are long enough
   */
  public static long of(long row, int index) {
    return row << INDEX_BITS | index;
  }

  public static long row(long place) {
    return place >>> INDEX_BITS;
  }

  static int index(long place) {
    return (int) place & (1 << INDEX_BITS) - 1;
  }

  /** The position with its row shifted. */
  public static long moved(long place, long rows) {
    return place + (rows << INDEX_BITS);
  }
}
