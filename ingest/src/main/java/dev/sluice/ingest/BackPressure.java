package dev.sluice.ingest;

/**
 * Blocks ingest while the log is over its budget: before the first transaction of each unit and
 * between transactions.
 */
@FunctionalInterface
public interface BackPressure {
  /** Never waits. */
  BackPressure NONE = () -> {};

  /** Returns as soon as there is room for another transaction. */
  void await() throws InterruptedException;
}
