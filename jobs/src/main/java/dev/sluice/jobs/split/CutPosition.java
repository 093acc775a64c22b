package dev.sluice.jobs.split;

/**
 * A position between two rows of a file.
 *
 * @param unit offset in the uncompressed lines, or index of a row group
 * @param row number of rows before it; in Parquet, within that row group
 */
record CutPosition(long unit, long row) {
  static final CutPosition BEGIN = new CutPosition(0, 0);
}
