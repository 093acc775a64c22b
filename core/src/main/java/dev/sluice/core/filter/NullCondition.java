package dev.sluice.core.filter;

/** True if the column is null, or if it is not. */
record NullCondition(int column, boolean isNegated) implements Condition {
  @Override
  public boolean passes(FilterRow row) {
    return row.isNull(column) != isNegated;
  }
}
