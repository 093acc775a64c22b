package dev.sluice.ingest;

import dev.sluice.core.gauge.WaitTimes;
import dev.sluice.storage.source.TextHandOver;

/**
 * Waits for the log, and then for room for the texts of another transaction that are handed over to
 * a sink in this process.
 *
 * @param log waits for the log
 * @param texts the memory for texts
 * @param bytes of the texts of a transaction
 */
public record TextPressure(BackPressure log, TextHandOver texts, long bytes)
    implements BackPressure {
  @Override
  public void await(WaitTimes<IngestWait> waits) throws InterruptedException {
    log.await(waits);
    waits.begin(IngestWait.HAND_OVER);
    texts.awaitRoom(bytes);
  }
}
