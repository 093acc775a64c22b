package dev.sluice.embedded;

import dev.sluice.embedded.EmbeddedBroker.StartException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A Kafka broker and controller in this process, on the loopback interface.
 *
 * <p>All state is in the data directory: a broker that is started again on this directory, in this
 * or another process, has the same cluster id, topics, records, offsets and transactions. If the
 * process is killed, no acknowledged record is lost. If the machine loses power, some records may
 * be lost, because they are not synced one by one.
 *
 * <p>Thread-safe.
 */
public final class EmbeddedBroker implements AutoCloseable {
  /**
   * Number of attempts to start, because another process may take a free port before it is bound.
   */
  private static final int PORT_ATTEMPTS = 5;

  private final String bootstrapServers;
  private final Optional<String> advertised;
  private final String clusterId;
  private final RunningServer server;
  private boolean closed;

  private EmbeddedBroker(
      String bootstrapServers,
      Optional<String> advertised,
      String clusterId,
      RunningServer server) {
    this.bootstrapServers = bootstrapServers;
    this.advertised = advertised;
    this.clusterId = clusterId;
    this.server = server;
  }

  /**
   * Starts a broker and returns when it accepts clients. This takes one or two seconds for the
   * first broker in a JVM, and half a second for later ones. After a kill, the broker first
   * recovers its logs. Transactions whose commit was acknowledged but not completed become visible
   * soon after the start.
   *
   * <p>From the first start on, Kafka can no longer exit or halt this JVM: {@code onFault} decides
   * what to do instead.
   *
   * @param settings settings with a directory that no other process uses; the caller must hold a
   *     lock for it
   * @param onFault called at most once, after the start, with a message for users, if the broker
   *     cannot continue: a full disk, a missing directory, or an internal fault. Runs on a thread
   *     of the broker that may hold its locks: end the process, and do not call {@link #close}.
   * @throws StartException if the broker cannot be started
   */
  public static EmbeddedBroker start(Settings settings, Consumer<String> onFault) {
    Objects.requireNonNull(onFault, "onFault");
    DataDirectory directory = new DataDirectory(settings.dataDir());
    String clusterId = directory.clusterId();
    for (int attempt = 1; ; attempt++) {
      int port = ownPort(settings);
      try {
        RunningServer server =
            RunningServer.start(directory, properties(settings, directory, port), onFault);
        return new EmbeddedBroker(
            LoopbackPort.HOST + ":" + port, settings.advertised(), clusterId, server);
      } catch (StartException e) {
        if (e.reason() != Reason.PORT_TAKEN || attempt == PORT_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static Map<String, String> properties(
      Settings settings, DataDirectory directory, int port) {
    int controllerPort = LoopbackPort.free(port, settings.port());
    Map<String, String> properties =
        BrokerProperties.of(directory.path(), settings.maxRecordBytes(), port, controllerPort);
    return settings.advertised().isEmpty()
        ? properties
        : BrokerProperties.advertised(
            properties,
            LoopbackPort.required(settings.port()),
            settings.advertised().orElseThrow());
  }

  /**
   * Returns the port of the loopback listener. It is the configured port, unless the configured
   * port is for other machines.
   */
  private static int ownPort(Settings settings) {
    return settings.advertised().isEmpty()
        ? LoopbackPort.required(settings.port())
        : LoopbackPort.free(settings.port());
  }

  /**
   * Returns the cluster id of a data directory, or empty if no broker was ever started on it. Works
   * while a broker is running on the directory.
   *
   * @throws IOException if it cannot be read
   */
  public static Optional<String> clusterId(Path dataDir) throws IOException {
    return Files.isDirectory(dataDir)
        ? new DataDirectory(dataDir).knownClusterId()
        : Optional.empty();
  }

  /** Returns the value of {@code bootstrap.servers} for clients on this machine. */
  public String bootstrapServers() {
    return bootstrapServers;
  }

  /**
   * Returns the value of {@code bootstrap.servers} for all clients. This is the advertised address,
   * if there is one.
   */
  public String advertisedServers() {
    return advertised.orElse(bootstrapServers);
  }

  /** Returns the cluster id. It was created when the data directory was first used. */
  public String clusterId() {
    return clusterId;
  }

  /**
   * Stops the broker. Stop the clients first, or they keep trying to connect. A second call does
   * nothing.
   */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      server.close();
    }
  }

  /**
   * Thrown if the embedded broker cannot be started. The message explains what is wrong and what to
   * do.
   */
  public static final class StartException extends RuntimeException {
    /** The reason why the broker did not start. */
    public enum Reason {
      /** Another program uses the port, or the system denies access to it. */
      PORT_TAKEN,
      /** The data directory cannot be created or written, or is corrupt. */
      DIRECTORY_UNUSABLE,
      /** The disk of the data directory is full. */
      DISK_FULL,
      /** Any other failure. The cause describes it. */
      FAULT
    }

    private static final long serialVersionUID = 1L;

    private final Reason reason;

    StartException(Reason reason, String message, Throwable cause) {
      super(message, cause);
      this.reason = Objects.requireNonNull(reason, "reason");
    }

    /** Returns why the broker did not start. Callers derive an exit code from the reason. */
    public Reason reason() {
      return reason;
    }
  }

  /**
   * The settings of an {@link EmbeddedBroker}.
   *
   * @param dataDir directory of all data; created if it does not exist
   * @param port port of the listener, or {@link #ANY_PORT}. The listener is on the loopback
   *     interface, or on all interfaces if {@code advertised} is present
   * @param maxRecordBytes maximum size of a record on any topic, with key and headers
   * @param advertised host:port for clients on other machines, outside of a container or behind a
   *     proxy; empty if all clients are on this machine
   */
  public record Settings(Path dataDir, int port, int maxRecordBytes, Optional<String> advertised) {
    /** Selects a free port. The port differs from start to start. */
    public static final int ANY_PORT = 0;

    /**
     * The default maximum record size. It is enough for a document of 16 MiB, and 1 MiB for key,
     * headers and Avro's overhead.
     */
    public static final int DEFAULT_MAX_RECORD_BYTES = 17 << 20;

    /** The maximum of {@link #maxRecordBytes}. Kafka reads a whole request into one array. */
    public static final int MAX_RECORD_BYTES_LIMIT = 512 << 20;

    private static final int MAX_PORT = 65_535;

    /** Checks the ranges. */
    public Settings {
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

    /** Creates settings for clients on this machine. */
    public Settings(Path dataDir, int port, int maxRecordBytes) {
      this(dataDir, port, maxRecordBytes, Optional.empty());
    }

    /** Creates settings with a free port and records of up to {@link #DEFAULT_MAX_RECORD_BYTES}. */
    public static Settings in(Path dataDir) {
      return new Settings(dataDir, ANY_PORT, DEFAULT_MAX_RECORD_BYTES);
    }
  }
}
