package dev.sluice.jobs.dedup.method;

/** Where a paragraph or line is, as one number: in order of the input. */
public final class UnitPosition {
  /** A text of 256 MiB has no more that are long enough. */
  private static final int INDEX_BITS = 25;

  private UnitPosition() {}

  /**
   * A place.
   *
   * @param row the document's, below 2^38
   * @param index among those of the document that are long enough
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

  /** The same so many rows further. */
  public static long moved(long place, long rows) {
    return place + (rows << INDEX_BITS);
  }
}
