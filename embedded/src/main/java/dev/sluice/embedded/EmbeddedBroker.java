package dev.sluice.embedded;

import dev.sluice.embedded.BrokerStartException.Reason;
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
 * <p>All state is in the data directory: a broker that is started on it again, in this or another
 * process, has the same cluster id, topics, records, offsets and transactions. If the process is
 * killed, no acknowledged record is lost. If the machine loses power, some may be, because records
 * are not synced one by one.
 *
 * <p>Thread-safe.
 */
public final class EmbeddedBroker implements AutoCloseable {
  /** Attempts to start, because another process may take a free port before it is bound. */
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
   * Starts a broker and returns when it accepts clients: after one or two seconds for the first one
   * in a JVM, later half a second. After a kill, it first recovers its logs. Transactions whose
   * commit was acknowledged but not completed become visible soon after the start.
   *
   * <p>From the first start on, Kafka can no longer exit or halt this JVM: {@code onFault} decides
   * what to do instead.
   *
   * @param settings with a directory that no other process uses: the caller holds a lock for it
   * @param onFault called at most once, after the start, with a message for users, if the broker
   *     cannot continue: a full disk, a missing directory, or an internal fault. Runs on a thread
   *     of the broker that may hold its locks: end the process, and do not call {@link #close}.
   * @throws BrokerStartException if the broker cannot be started
   */
  public static EmbeddedBroker start(BrokerSettings settings, Consumer<String> onFault) {
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
      } catch (BrokerStartException e) {
        if (e.reason() != Reason.PORT_TAKEN || attempt == PORT_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static Map<String, String> properties(
      BrokerSettings settings, DataDirectory directory, int port) {
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
   * The port of the loopback listener, which is the configured port unless that is for other
   * machines.
   */
  private static int ownPort(BrokerSettings settings) {
    return settings.advertised().isEmpty()
        ? LoopbackPort.required(settings.port())
        : LoopbackPort.free(settings.port());
  }

  /**
   * The cluster id of a data directory; empty if no broker was ever started on it. Works while a
   * broker is running there.
   *
   * @throws IOException if it cannot be read
   */
  public static Optional<String> clusterId(Path dataDir) throws IOException {
    return Files.isDirectory(dataDir)
        ? new DataDirectory(dataDir).knownClusterId()
        : Optional.empty();
  }

  /** The value of {@code bootstrap.servers} for clients on this machine. */
  public String bootstrapServers() {
    return bootstrapServers;
  }

  /**
   * The value of {@code bootstrap.servers} for all clients: the advertised address, if there is
   * one.
   */
  public String advertisedServers() {
    return advertised.orElse(bootstrapServers);
  }

  /** The cluster id, created when the data directory was first used. */
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
}
