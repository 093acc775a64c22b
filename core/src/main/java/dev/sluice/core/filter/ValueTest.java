package dev.sluice.core.filter;

/** Whether a value of one column is what a filter wants. */
interface ValueTest {
  /** Whether the value of this row, which is not null, is wanted. */
  boolean accepts(FilterRow row, int column);
}
