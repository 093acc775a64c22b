package dev.sluice.embedded;

import java.nio.file.Path;
import java.util.Objects;

/**
 * What a caller may choose about an {@link EmbeddedBroker}.
 *
 * @param dataDir where the broker keeps everything; created when it is not there
 * @param port port of the listener on the loopback interface, or {@link #ANY_PORT}
 * @param maxRecordBytes largest record, with key and headers, that any topic takes
 */
public record BrokerSettings(Path dataDir, int port, int maxRecordBytes) {
  /** Lets the broker take any free port, another one at every start. */
  public static final int ANY_PORT = 0;

  /** A document of 16 MiB, and 1 MiB for its key, its headers and what Avro adds. */
  public static final int DEFAULT_MAX_RECORD_BYTES = 17 << 20;

  /** The largest {@link #maxRecordBytes}: Kafka wants a whole request in one array. */
  public static final int MAX_RECORD_BYTES_LIMIT = 512 << 20;

  private static final int MAX_PORT = 65_535;

  /** Checks the ranges. */
  public BrokerSettings {
    Objects.requireNonNull(dataDir, "dataDir");
    if (port < ANY_PORT || port > MAX_PORT) {
      throw new IllegalArgumentException(
          "port " + port + " is not between 0 (any free port) and " + MAX_PORT);
    }
    if (maxRecordBytes < 1 || maxRecordBytes > MAX_RECORD_BYTES_LIMIT) {
      throw new IllegalArgumentException(
          "maxRecordBytes " + maxRecordBytes + " is not between 1 and " + MAX_RECORD_BYTES_LIMIT);
    }
  }

  /** Any free port, and records of up to {@link #DEFAULT_MAX_RECORD_BYTES}. */
  public static BrokerSettings in(Path dataDir) {
    return new BrokerSettings(dataDir, ANY_PORT, DEFAULT_MAX_RECORD_BYTES);
  }
}
