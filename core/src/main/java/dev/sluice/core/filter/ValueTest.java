package dev.sluice.core.filter;

/** Whether a value of one column is what a filter wants. */
interface ValueTest {
  /** Whether the value of this row, which is not null, is wanted. */
  boolean accepts(FilterRow row, int column);

  /** Whether some value between these may be wanted. A null is an unknown bound. */
  boolean mayAccept(FilterRow minimum, FilterRow maximum, int column);
}
