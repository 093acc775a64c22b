package dev.sluice.core.filter;

/** True if the column's value is what a test wants; unknown if it is null. */
record ValueCondition(int column, ValueTest test) implements Condition {
  @Override
  public boolean passes(FilterRow row) {
    return !row.isNull(column) && test.accepts(row, column);
  }
}
