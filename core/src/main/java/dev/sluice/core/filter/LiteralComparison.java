package dev.sluice.core.filter;

/** Whether a value compares with a literal as the operator wants. */
record LiteralComparison(ComparisonOperator operator, LiteralOrder order) implements ValueTest {
  @Override
  public boolean accepts(FilterRow row, int column) {
    return operator.accepts(order.compare(row, column));
  }
}
