package dev.sluice.settings;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * Reading of the source.
 *
 * @param pushDown whether rows are dropped before they are sent to Kafka
 * @param workers threads that decode; {@link Machine#autoThreads} if empty
 * @param transactionBytes size at which a transaction is committed
 * @param transactionInterval age at which a transaction is committed
 * @param watch settings of {@code ingest --watch}
 */
public record IngestConfig(
    boolean pushDown,
    OptionalInt workers,
    long transactionBytes,
    Duration transactionInterval,
    WatchSettings watch) {
  /** Checks the size. */
  public IngestConfig {
    if (transactionBytes < 1) {
      throw new IllegalArgumentException("transaction-bytes " + transactionBytes);
    }
  }
}
