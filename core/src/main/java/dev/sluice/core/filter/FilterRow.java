package dev.sluice.core.filter;

/**
 * The values that a filter compares. A column is named by its position in {@link
 * BoundFilter#columns}. Only the method of the column's {@link ColumnKind} is called, and only
 * where the value is not null.
 */
public interface FilterRow {
  /** Whether there is no value. */
  boolean isNull(int column);

  /** The value of a boolean column. */
  boolean booleanAt(int column);

  /** The value of an integer column. */
  long longAt(int column);

  /** The value of a floating-point column. */
  double doubleAt(int column);

  /** The array that holds the bytes of a string, from {@link #offsetAt} on. */
  byte[] bytesAt(int column);

  /** Where the bytes of a string begin in {@link #bytesAt}. */
  int offsetAt(int column);

  /** How many bytes a string has. */
  int lengthAt(int column);
}
