package dev.sluice.app.run;

import dev.sluice.app.logging.Logging;
import dev.sluice.app.output.OutputOwner;
import dev.sluice.app.output.WorkDirectory;
import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.topics.GroupOffsets;
import dev.sluice.topics.KafkaConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The broker of an output, for reading: the configured one, the embedded one that a running job has
 * started, or the embedded one, started as long as this is open.
 */
public final class BrokerAccess implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerAccess.class);

  private final KafkaConnection connection;
  private final String clusterId;
  private final String topicPrefix;
  private final Optional<WorkDirectory> work;
  private final Optional<EmbeddedBroker> broker;

  private BrokerAccess(
      KafkaConnection connection,
      String clusterId,
      String topicPrefix,
      Optional<WorkDirectory> work,
      Optional<EmbeddedBroker> broker) {
    this.connection = connection;
    this.clusterId = clusterId;
    this.topicPrefix = topicPrefix;
    this.work = work;
    this.broker = broker;
  }

  /**
   * Whether there is a broker to ask: a configured one, or data of an embedded one on this machine.
   */
  public static boolean isThere(SluiceConfig config) {
    return !config.kafka().isEmbedded()
        || config
            .workDirectory()
            .map(work -> Files.isDirectory(StartChecks.brokerData(work)))
            .orElse(false);
  }

  /**
   * Connects to the configured broker, or to the embedded one if a job is running it; empty if it
   * is not running.
   *
   * @throws dev.sluice.app.Failure if the configured broker does not answer
   */
  public static Optional<BrokerAccess> running(SluiceConfig config) throws IOException {
    Optional<String> address = BrokerAddress.running(config);
    return address.isPresent() ? Optional.of(connect(config, address.get())) : Optional.empty();
  }

  /**
   * Connects to the broker.
   *
   * @throws ConfigException if the configuration names none, or another process holds its data
   *     without answering
   * @throws dev.sluice.app.Failure if the configured broker does not answer
   */
  public static BrokerAccess open(SluiceConfig config) throws IOException {
    Optional<BrokerAccess> running = running(config);
    return running.isPresent() ? running.get() : start(config, prefix(config));
  }

  private static String prefix(SluiceConfig config) throws IOException {
    Optional<OutputLayout> layout = Deployment.layout(config);
    Optional<OutputOwner> owner =
        layout.isPresent() ? OutputOwner.read(layout.get()) : Optional.empty();
    return owner.map(OutputOwner::topicPrefix).orElse(config.kafka().topicPrefix());
  }

  private static BrokerAccess connect(SluiceConfig config, String address) throws IOException {
    KafkaConnection connection =
        new KafkaConnection(address, config.kafka().properties(), RegistryAccess.reading(config));
    String clusterId = BrokerReach.clusterId(connection);
    return new BrokerAccess(
        connection, clusterId, prefix(config), Optional.empty(), Optional.empty());
  }

  private static BrokerAccess start(SluiceConfig config, String prefix) throws IOException {
    Path directory = config.workDirectory().orElseThrow(() -> nowhere("neither is named"));
    Path data = StartChecks.brokerData(directory);
    if (!Files.isDirectory(data)) {
      throw nowhere(data + " does not exist");
    }
    WorkDirectory work = WorkDirectory.open(directory);
    try {
      Logging.logUnder(work.path());
      EmbeddedBroker broker = Brokers.start(config, work);
      KafkaConnection connection =
          new KafkaConnection(
              broker.bootstrapServers(), properties(config), RegistryAccess.reading(config));
      SettledLog.await(connection, prefix);
      return new BrokerAccess(
          connection, broker.clusterId(), prefix, Optional.of(work), Optional.of(broker));
    } catch (IOException | RuntimeException e) {
      work.close();
      throw e;
    }
  }

  /** Readers wait less long for a broker that disappears than roles do. */
  private static Map<String, String> properties(SluiceConfig config) {
    Map<String, String> properties = new TreeMap<>();
    properties.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, "15000");
    properties.put(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, "30000");
    properties.putAll(Brokers.clientProperties(config));
    return properties;
  }

  private static ConfigException nowhere(String why) {
    return new ConfigException(
        "kafka.bootstrap-servers",
        "no broker to ask (%s): name one with --kafka, or an output that was run with its own by --output or --work-dir"
            .formatted(why));
  }

  /** Waits until consumer groups are loaded: a broker stopped before that logs an error. */
  private void awaitGroups() {
    try (Admin admin = connection.admin()) {
      GroupOffsets.committed(admin, topicPrefix);
    } catch (KafkaException e) {
      LOG.debug("the groups are not loaded yet", e);
    }
  }

  /** How to connect to the broker. */
  public KafkaConnection connection() {
    return connection;
  }

  /** The broker's id. */
  public String clusterId() {
    return clusterId;
  }

  /** First part of the topics' names, as the output was started with. */
  public String topicPrefix() {
    return topicPrefix;
  }

  /** Stops the broker if it was started here. */
  @Override
  public void close() throws IOException {
    broker.ifPresent(
        started -> {
          awaitGroups();
          started.close();
        });
    if (work.isPresent()) {
      work.get().close();
    }
  }
}
