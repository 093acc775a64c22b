package dev.sluice.jobs.split;

/**
 * How a file is to be split.
 *
 * @param name of the file
 * @param bytes size as stored
 * @param parts minimum number of parts
 * @param rows number of rows; {@link #UNKNOWN} if it is not needed
 * @param unpackedBytes uncompressed size of compressed lines; {@link #UNKNOWN} if it is not needed
 * @param problem why it cannot be split; empty if it can
 */
record PlannedSource(
    String name, long bytes, int parts, long rows, long unpackedBytes, String problem) {
  static final long UNKNOWN = -1;

  static PlannedSource of(String name, long bytes, int parts) {
    return new PlannedSource(name, bytes, parts, UNKNOWN, UNKNOWN, "");
  }

  PlannedSource withParts(int number) {
    return new PlannedSource(name, bytes, number, rows, unpackedBytes, problem);
  }

  PlannedSource counted(long counted, long unpacked) {
    return new PlannedSource(name, bytes, parts, counted, unpacked, problem);
  }

  PlannedSource broken(String reason) {
    return new PlannedSource(name, bytes, 0, 0, 0, reason);
  }

  boolean isBroken() {
    return !problem.isEmpty();
  }

  /** Whether the number of rows is known. */
  boolean hasRows() {
    return rows != UNKNOWN;
  }

  /**
   * Maximum number of rows of a part, so that each later part gets at least one.
   *
   * @param row number of rows before the part
   */
  long mostRows(int part, long row) {
    return hasRows() ? Math.max(1, rows - row - Math.max(0, parts - part - 1)) : Long.MAX_VALUE;
  }

  /**
   * The ideal end of a part.
   *
   * @param all total of bytes, or of whatever is distributed
   */
  long idealEnd(int part, long all) {
    return part >= parts - 1 ? all : (long) ((double) all * (part + 1) / parts);
  }
}
