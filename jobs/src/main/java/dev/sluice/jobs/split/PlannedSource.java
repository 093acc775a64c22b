package dev.sluice.jobs.split;

/**
 * How a file is to be cut.
 *
 * @param name of the file
 * @param bytes of the file, as it is stored
 * @param parts that it is cut into, or more
 * @param rows in it; {@link #UNKNOWN} where nobody needs to know
 * @param unpackedBytes of packed lines; {@link #UNKNOWN} as well
 * @param problem why it cannot be cut; empty where it can
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
   * The rows that a part may have, so that a row is left for each of the parts behind it.
   *
   * @param row rows before the part
   */
  long mostRows(int part, long row) {
    return hasRows() ? Math.max(1, rows - row - Math.max(0, parts - part - 1)) : Long.MAX_VALUE;
  }

  /**
   * Where a part should end.
   *
   * @param all bytes, or whatever is shared out
   */
  long idealEnd(int part, long all) {
    return part >= parts - 1 ? all : (long) ((double) all * (part + 1) / parts);
  }
}
