package dev.sluice.ingest;

/**
 * Makes ingest wait while the log holds more than it may: before the first transaction of each unit
 * and between the others.
 */
@FunctionalInterface
public interface BackPressure {
  /** Never waits. */
  BackPressure NONE = () -> {};

  /** Returns when there is room for another transaction. */
  void await() throws InterruptedException;
}
