package dev.sluice.core.filter;

import java.util.List;

/**
 * A filter whose columns have known kinds, ready to be evaluated. Safe for use by many threads;
 * evaluating allocates nothing.
 */
public final class BoundFilter {
  private final List<String> columns;
  private final Condition condition;

  BoundFilter(List<String> columns, Condition condition) {
    this.columns = columns;
    this.condition = condition;
  }

  /** A part of a filter that can be evaluated. */
  @FunctionalInterface
  interface Condition {
    /** True for no row. */
    Condition NEVER = row -> false;

    /** Whether it is true, and neither false nor unknown. */
    boolean passes(FilterRow row);
  }

  /** The columns that it compares, each once. Their positions name them in rows. */
  public List<String> columns() {
    return columns;
  }

  /** Whether the filter is true for the row; not if it is false or, because of nulls, unknown. */
  public boolean passes(FilterRow row) {
    return condition.passes(row);
  }
}
