package dev.sluice.ingest;

import dev.sluice.core.gauge.WaitTimes;

/**
 * Blocks ingest while the log is over its budget: before the first transaction of each unit and
 * between transactions.
 */
@FunctionalInterface
public interface BackPressure {
  /** Never waits. */
  BackPressure NONE = waits -> {};

  /**
   * Returns as soon as there is room for another transaction.
   *
   * @param waits receives the reason for each wait. The caller ends the last wait
   */
  void await(WaitTimes<IngestWait> waits) throws InterruptedException;
}
