package dev.sluice.core.filter;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/** A filter whose columns have known kinds, ready to be evaluated. Safe for use by many threads. */
public final class BoundFilter {
  private final List<String> columns;
  private final Predicate<IntFunction<Object>> condition;

  BoundFilter(List<String> columns, Predicate<IntFunction<Object>> condition) {
    this.columns = columns;
    this.condition = condition;
  }

  /** The columns that it compares, each once. Their positions name them in rows. */
  public List<String> columns() {
    return columns;
  }

  /**
   * Whether the filter is true for a row; not if it is false or, because of nulls, unknown.
   *
   * @param row values by position of their column, as {@link ColumnKind} describes them; null where
   *     a row has no value
   */
  public boolean passes(IntFunction<Object> row) {
    return condition.test(row);
  }
}
