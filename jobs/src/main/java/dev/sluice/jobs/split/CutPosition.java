package dev.sluice.jobs.split;

/**
 * A place between two rows of a file.
 *
 * @param unit where: a byte of lines unpacked, or the number of a row group
 * @param row rows before it; of Parquet in that row group
 */
record CutPosition(long unit, long row) {
  static final CutPosition BEGIN = new CutPosition(0, 0);
}
