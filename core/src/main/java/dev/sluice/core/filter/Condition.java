package dev.sluice.core.filter;

/** A part of a filter that can be evaluated. */
interface Condition {
  /** Whether it is true, and neither false nor unknown. */
  boolean passes(FilterRow row);
}
