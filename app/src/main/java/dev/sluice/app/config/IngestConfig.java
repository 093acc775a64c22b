package dev.sluice.app.config;

import dev.sluice.ingest.watch.WatchSettings;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * How the source is read.
 *
 * @param pushDown whether the rules are applied before rows travel
 * @param workers threads that decode; empty: {@link Machine#autoThreads}
 * @param transactionBytes a transaction is committed when it is this large
 * @param transactionInterval or this old
 * @param watch how {@code ingest --watch} waits
 */
public record IngestConfig(
    boolean pushDown,
    OptionalInt workers,
    long transactionBytes,
    Duration transactionInterval,
    WatchSettings watch) {
  /** Checks that everything is there. */
  public IngestConfig {
    Objects.requireNonNull(workers, "workers");
    Objects.requireNonNull(transactionInterval, "transactionInterval");
    Objects.requireNonNull(watch, "watch");
    if (transactionBytes < 1) {
      throw new IllegalArgumentException("transaction-bytes " + transactionBytes);
    }
  }
}
