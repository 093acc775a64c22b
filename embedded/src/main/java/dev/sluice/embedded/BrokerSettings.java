package dev.sluice.embedded;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * The settings of an {@link EmbeddedBroker}.
 *
 * @param dataDir directory of all data; created if it does not exist
 * @param port port of the listener, or {@link #ANY_PORT}. On the loopback interface, or on all
 *     interfaces if {@code advertised} is present
 * @param maxRecordBytes maximum size of a record on any topic, with key and headers
 * @param advertised host:port for clients on other machines, outside of a container or behind a
 *     proxy; empty if all clients are on this machine
 */
public record BrokerSettings(
    Path dataDir, int port, int maxRecordBytes, Optional<String> advertised) {
  /** Selects a free port, another one at each start. */
  public static final int ANY_PORT = 0;

  /** A document of 16 MiB, and 1 MiB for key, headers and Avro's overhead. */
  public static final int DEFAULT_MAX_RECORD_BYTES = 17 << 20;

  /** The maximum of {@link #maxRecordBytes}: Kafka reads a whole request into one array. */
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

  /** Settings for clients on this machine. */
  public BrokerSettings(Path dataDir, int port, int maxRecordBytes) {
    this(dataDir, port, maxRecordBytes, Optional.empty());
  }

  /** Settings with a free port and records of up to {@link #DEFAULT_MAX_RECORD_BYTES}. */
  public static BrokerSettings in(Path dataDir) {
    return new BrokerSettings(dataDir, ANY_PORT, DEFAULT_MAX_RECORD_BYTES);
  }
}
