package dev.sluice.core.filter;

/** Whether a value compares with a literal as the operator wants. */
record LiteralComparison(ComparisonOperator operator, LiteralOrder order) implements ValueTest {
  @Override
  public boolean accepts(FilterRow row, int column) {
    return operator.accepts(order.compare(row, column));
  }

  @Override
  public boolean mayAccept(FilterRow minimum, FilterRow maximum, int column) {
    int lowest = minimum.isNull(column) ? -1 : order.compare(minimum, column);
    int highest = maximum.isNull(column) ? 1 : order.compare(maximum, column);
    return operator.acceptsSome(lowest, highest);
  }
}
