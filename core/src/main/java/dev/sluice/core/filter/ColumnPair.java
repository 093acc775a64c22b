package dev.sluice.core.filter;

/** True if two columns compare as the operator wants; unknown if one of them is null. */
record ColumnPair(int column, ComparisonOperator operator, int other, ValueOrder order)
    implements Condition {
  @Override
  public boolean passes(FilterRow row) {
    return !row.isNull(column)
        && !row.isNull(other)
        && operator.accepts(order.compare(row, column, row, other));
  }
}
