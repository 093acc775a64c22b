package dev.sluice.embedded;

import dev.sluice.embedded.BrokerStartException.Reason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One Kafka broker and controller in this process, on the loopback interface.
 *
 * <p>The data directory is the broker: started again on it, in this process or another, it has the
 * same cluster id, topics, records, offsets and transactions. A process that is killed loses
 * nothing that was acknowledged; a machine that loses power may, for nothing is synced per record.
 *
 * <p>Thread-safe.
 */
public final class EmbeddedBroker implements AutoCloseable {
  /** Free ports are looked up first and bound later: another process may be quicker in between. */
  private static final int PORT_ATTEMPTS = 5;

  private final String bootstrapServers;
  private final Optional<String> advertised;
  private final String clusterId;
  private final RunningServer server;
  private final DirectoryLock lock;
  private boolean closed;

  private EmbeddedBroker(
      String bootstrapServers,
      Optional<String> advertised,
      String clusterId,
      RunningServer server,
      DirectoryLock lock) {
    this.bootstrapServers = bootstrapServers;
    this.advertised = advertised;
    this.clusterId = clusterId;
    this.server = server;
    this.lock = lock;
  }

  /**
   * Starts a broker and returns when it serves clients: in a second or two in a new JVM, later in
   * half a second. After a kill it first reads again what it had not yet noted as written.
   * Transactions whose commit was acknowledged, but not yet carried out, become visible soon after
   * the start.
   *
   * <p>From the first start on, Kafka's own ways to end the JVM are disarmed in this process:
   * whoever starts a broker decides, in {@code onFault}, what becomes of the process.
   *
   * @param onFault told at most once, after the start, that the broker cannot go on (a full disk, a
   *     directory that went away, a fault of its own): what, where, and what to do. Called on a
   *     thread of the broker which may hold its locks: end the process from here, and do not call
   *     {@link #close}.
   * @throws BrokerStartException when it cannot be started; nothing is left locked then
   */
  public static EmbeddedBroker start(BrokerSettings settings, Consumer<String> onFault) {
    Objects.requireNonNull(onFault, "onFault");
    DataDirectory directory = new DataDirectory(settings.dataDir());
    DirectoryLock lock = directory.lock();
    try {
      return startOnFreePorts(settings, onFault, directory, lock);
    } catch (RuntimeException e) {
      release(lock);
      throw e;
    }
  }

  private static EmbeddedBroker startOnFreePorts(
      BrokerSettings settings,
      Consumer<String> onFault,
      DataDirectory directory,
      DirectoryLock lock) {
    String clusterId = directory.clusterId();
    for (int attempt = 1; ; attempt++) {
      int port = ownPort(settings);
      try {
        RunningServer server =
            RunningServer.start(directory, properties(settings, directory, port), onFault);
        return new EmbeddedBroker(
            LoopbackPort.HOST + ":" + port, settings.advertised(), clusterId, server, lock);
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

  /** The port of the listener for this machine: the one asked for, unless that is for others. */
  private static int ownPort(BrokerSettings settings) {
    return settings.advertised().isEmpty()
        ? LoopbackPort.required(settings.port())
        : LoopbackPort.free(settings.port());
  }

  /**
   * The id that a data directory was formatted with; empty where no broker was ever started on it.
   * May be asked while a broker runs there.
   *
   * @throws IOException when it cannot be read
   */
  public static Optional<String> clusterId(Path dataDir) throws IOException {
    return Files.isDirectory(dataDir)
        ? new DataDirectory(dataDir).knownClusterId()
        : Optional.empty();
  }

  /** What clients on this machine put into {@code bootstrap.servers}. */
  public String bootstrapServers() {
    return bootstrapServers;
  }

  /** What clients anywhere put into it: the advertised address where there is one. */
  public String advertisedServers() {
    return advertised.orElse(bootstrapServers);
  }

  /** The id made when the data directory was first used. */
  public String clusterId() {
    return clusterId;
  }

  /**
   * Stops the broker and releases the directory. Stop its clients first: they would go on trying to
   * reach it. A second call does nothing.
   */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      server.close();
      release(lock);
    }
  }

  private static void release(DirectoryLock lock) {
    try {
      lock.close();
    } catch (IOException e) {
      throw new UncheckedIOException("The lock of the broker's data directory stays", e);
    }
  }
}
