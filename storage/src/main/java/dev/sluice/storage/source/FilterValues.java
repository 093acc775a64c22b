package dev.sluice.storage.source;

import dev.sluice.core.filter.ColumnKind;
import dev.sluice.core.filter.FilterRow;
import java.util.Optional;

/**
 * The values that a filter compares: some that are set, and those of another row. Not thread-safe.
 */
final class FilterValues implements FilterRow {
  private final FilterValue[] values;
  private final Optional<FilterRow> others;

  /**
   * @param others has the columns that are not set; empty if all will be
   */
  FilterValues(int columns, Optional<FilterRow> others) {
    this.values = new FilterValue[columns];
    this.others = others;
  }

  void set(int column, FilterValue value) {
    values[column] = value;
  }

  @Override
  public boolean isNull(int column) {
    return values[column] == null
        ? others.orElseThrow().isNull(column)
        : values[column].kind() == ColumnKind.NOTHING;
  }

  @Override
  public boolean booleanAt(int column) {
    return values[column] == null
        ? others.orElseThrow().booleanAt(column)
        : values[column].bits() != 0;
  }

  @Override
  public long longAt(int column) {
    return values[column] == null ? others.orElseThrow().longAt(column) : values[column].bits();
  }

  @Override
  public double doubleAt(int column) {
    return values[column] == null
        ? others.orElseThrow().doubleAt(column)
        : Double.longBitsToDouble(values[column].bits());
  }

  @Override
  public byte[] bytesAt(int column) {
    return values[column] == null ? others.orElseThrow().bytesAt(column) : values[column].bytes();
  }

  @Override
  public int offsetAt(int column) {
    return values[column] == null ? others.orElseThrow().offsetAt(column) : 0;
  }

  @Override
  public int lengthAt(int column) {
    return values[column] == null
        ? others.orElseThrow().lengthAt(column)
        : values[column].bytes().length;
  }
}
