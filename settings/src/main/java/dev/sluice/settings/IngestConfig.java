package dev.sluice.settings;

import java.time.Duration;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * How the source is read.
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

  /**
   * Settings of {@code ingest --watch}.
   *
   * @param interval between two looks at the input
   * @param settle how long a file must stay unchanged to count as complete
   * @param fileList name of the file list that a dump's directory may hold
   */
  public record WatchSettings(Duration interval, Duration settle, String fileList) {
    /** Checks the durations and the name. */
    public WatchSettings {
      Objects.requireNonNull(fileList, "fileList");
      if (interval.isNegative() || settle.isNegative()) {
        throw new IllegalArgumentException("interval " + interval + ", settle " + settle);
      }
    }
  }
}
