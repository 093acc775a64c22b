package dev.sluice.ingest;

import dev.sluice.core.gauge.WaitTimes;
import dev.sluice.ingest.IngestGauge.IngestWait;
import dev.sluice.storage.source.TextHandOver;

/**
 * Makes ingest wait while the log is over its budget. Ingest waits before the first transaction of
 * each unit and between transactions.
 */
@FunctionalInterface
public interface BackPressure {
  /** An instance that never waits. */
  BackPressure NONE = waits -> {};

  /**
   * Returns as soon as there is room for another transaction.
   *
   * @param waits receiver of the reason for each wait; the caller ends the last wait
   */
  void await(WaitTimes<IngestWait> waits) throws InterruptedException;

  /**
   * Waits for room in the log, and then for memory for the texts of another transaction. The texts
   * are handed over to a sink in this process.
   *
   * @param log waits for room in the log
   * @param texts the memory for texts
   * @param bytes size of the texts of a transaction
   */
  record TextPressure(BackPressure log, TextHandOver texts, long bytes) implements BackPressure {
    @Override
    public void await(WaitTimes<IngestWait> waits) throws InterruptedException {
      log.await(waits);
      waits.begin(IngestWait.HAND_OVER);
      texts.awaitRoom(bytes);
    }
  }
}
