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

  @Override
  public boolean mayMatch(FilterStatistics statistics) {
    FilterRow minimums = statistics.minimums();
    FilterRow maximums = statistics.maximums();
    return !statistics.isAllNull(column)
        && !statistics.isAllNull(other)
        && operator.acceptsSome(compare(minimums, maximums, -1), compare(maximums, minimums, 1));
  }

  private int compare(FilterRow one, FilterRow another, int ofUnknown) {
    return one.isNull(column) || another.isNull(other)
        ? ofUnknown
        : order.compare(one, column, another, other);
  }
}
