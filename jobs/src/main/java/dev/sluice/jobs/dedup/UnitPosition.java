package dev.sluice.jobs.dedup;

/** The position of a document, or of a paragraph or line, as one number in input order. */
final class UnitPosition {
  /** Enough for all units of a text of 256 MiB that are long enough. */
  private static final int INDEX_BITS = 25;

  private UnitPosition() {}

  /**
   * Returns a position.
   *
   * @param row number over all files, below 2^38
   * @param index among the units of the document that are long enough; 0 for the document
   */
  static long of(long row, int index) {
    return row << INDEX_BITS | index;
  }

  static long row(long position) {
    return position >>> INDEX_BITS;
  }

  static int index(long position) {
    return (int) position & (1 << INDEX_BITS) - 1;
  }
}
