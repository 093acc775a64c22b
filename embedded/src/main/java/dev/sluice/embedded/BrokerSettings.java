package dev.sluice.embedded;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * What a caller may choose about an {@link EmbeddedBroker}.
 *
 * @param dataDir where the broker keeps everything; created when it is not there
 * @param port port of the listener, or {@link #ANY_PORT}; on the loopback interface, but for an
 *     advertised one, which is on all
 * @param maxRecordBytes largest record, with key and headers, that any topic takes
 * @param advertised host:port that clients elsewhere are to use, such as those outside of a
 *     container or behind a proxy; empty: clients are on this machine
 */
public record BrokerSettings(
    Path dataDir, int port, int maxRecordBytes, Optional<String> advertised) {
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
    Objects.requireNonNull(advertised, "advertised");
    if (port < ANY_PORT || port > MAX_PORT) {
      throw new IllegalArgumentException(
          "port " + port + " is not between 0 (any free port) and " + MAX_PORT);
    }
    if (maxRecordBytes < 1 || maxRecordBytes > MAX_RECORD_BYTES_LIMIT) {
      throw new IllegalArgumentException(
          "maxRecordBytes " + maxRecordBytes + " is not between 1 and " + MAX_RECORD_BYTES_LIMIT);
    }
  }

  /** For clients on this machine. */
  public BrokerSettings(Path dataDir, int port, int maxRecordBytes) {
    this(dataDir, port, maxRecordBytes, Optional.empty());
  }

  /** Any free port, and records of up to {@link #DEFAULT_MAX_RECORD_BYTES}. */
  public static BrokerSettings in(Path dataDir) {
    return new BrokerSettings(dataDir, ANY_PORT, DEFAULT_MAX_RECORD_BYTES);
  }
}
