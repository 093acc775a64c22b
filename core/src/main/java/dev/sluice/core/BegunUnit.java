package dev.sluice.core;

/**
 * The progress of a unit that was not finished when other units were forgotten. Rows before this
 * position may have been dropped as duplicates of forgotten rows; rows after it have not.
 *
 * @param unit id of the unit
 * @param file index of the file that is read next, among all files of the unit in reading order
 * @param row next row in that file, from 0
 */
public record BegunUnit(String unit, int file, long row) {
  /** Checks id and position. */
  public BegunUnit {
    Unit.parse(unit);
    if (file < 0 || row < 0) {
      throw new IllegalArgumentException(
          "unit %s: row %d and file %d must not be negative".formatted(unit, row, file));
    }
  }
}
