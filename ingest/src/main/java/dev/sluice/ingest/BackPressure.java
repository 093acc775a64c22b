package dev.sluice.ingest;

/** Makes ingest wait, between transactions, while the log holds more than it may. */
@FunctionalInterface
public interface BackPressure {
  /** Never waits. */
  BackPressure NONE = () -> {};

  /** Returns when there is room for another transaction. */
  void await() throws InterruptedException;
}
