package dev.sluice.app.run;

import dev.sluice.app.logging.Logging;
import dev.sluice.app.output.OutputOwner;
import dev.sluice.app.output.WorkDirectory;
import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.PartitionLogs;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.TopicProvisioner;
import dev.sluice.topics.progress.Ownership.Owner;
import dev.sluice.topics.progress.ProgressLog;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Access to the broker of an output. The broker is the configured one, the embedded broker of a
 * running job, or an embedded broker that runs while this object is open.
 */
public final class BrokerAccess implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerAccess.class);

  private static final String ADDRESS_FILE = "broker.address";
  private static final int ANSWER_WITHIN_MS = 10_000;

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
   * Returns whether a broker is configured, or whether this machine has the data of an embedded
   * broker.
   */
  public static boolean isThere(SluiceConfig config) {
    return !config.kafka().isEmbedded()
        || config
            .workDirectory()
            .map(work -> Files.isDirectory(StartChecks.brokerData(work)))
            .orElse(false);
  }

  /**
   * Connects to the configured broker, or to the embedded broker if a job is running it. The result
   * is empty if that broker is not running.
   *
   * @throws dev.sluice.app.Failure if the configured broker does not answer
   */
  public static Optional<BrokerAccess> running(SluiceConfig config) throws IOException {
    Optional<String> address = address(config);
    return address.isPresent() ? Optional.of(connect(config, address.get())) : Optional.empty();
  }

  /**
   * Connects to the broker.
   *
   * @throws ConfigException if the configuration names no broker, or another process holds the
   *     broker's data without answering
   * @throws dev.sluice.app.Failure if the configured broker does not answer
   */
  public static BrokerAccess open(SluiceConfig config) throws IOException {
    Optional<BrokerAccess> running = running(config);
    return running.isPresent() ? running.get() : start(config, prefix(config));
  }

  /**
   * Returns the content configuration in the owner record of the configured topics.
   *
   * @return values by key; empty if an existing output provides them, if the broker is embedded, or
   *     if the topics have no owner
   * @throws dev.sluice.app.Failure if the broker does not answer
   * @throws dev.sluice.settings.ConfigException if the broker refuses this client
   * @throws IOException if the output cannot be read
   */
  public static SortedMap<String, String> remembered(SluiceConfig config) throws IOException {
    Optional<Path> output = config.output().path();
    boolean hasOwner = output.isPresent() && Files.exists(OutputLayout.owner(output.get()));
    if (hasOwner || config.kafka().isEmbedded()) {
      return Collections.emptySortedMap();
    }
    KafkaConnection connection =
        new KafkaConnection(config.kafka().bootstrapServers(), config.kafka().properties());
    BrokerReach.clusterId(connection);
    String progress = new TopicNames(config.kafka().topicPrefix(), List.of()).progress();
    try (Admin admin = connection.admin()) {
      if (new TopicProvisioner(admin).partitions(progress) == 0) {
        return Collections.emptySortedMap();
      }
    }
    return new ProgressLog(connection, progress)
        .read()
        .owner()
        .map(Owner::content)
        .orElse(Collections.emptySortedMap());
  }

  private static String prefix(SluiceConfig config) throws IOException {
    return OutputOwner.of(config)
        .map(OutputOwner::topicPrefix)
        .orElse(config.kafka().topicPrefix());
  }

  private static BrokerAccess connect(SluiceConfig config, String address) throws IOException {
    KafkaConnection connection =
        new KafkaConnection(address, config.kafka().properties(), Brokers.readingFormat(config));
    String clusterId = BrokerReach.clusterId(connection);
    return new BrokerAccess(
        connection, clusterId, prefix(config), Optional.empty(), Optional.empty());
  }

  private static BrokerAccess start(SluiceConfig config, String prefix) throws IOException {
    Path directory =
        config.workDirectory().orElseThrow(() -> nowhere("no work directory is specified"));
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
              broker.bootstrapServers(), properties(config), Brokers.readingFormat(config));
      awaitSettled(connection, prefix);
      return new BrokerAccess(
          connection, broker.clusterId(), prefix, Optional.of(work), Optional.of(broker));
    } catch (IOException | RuntimeException e) {
      work.close();
      throw e;
    }
  }

  /** Records the address of the broker that uses this work directory. */
  static void writeAddress(Path workDirectory, String servers) throws IOException {
    Files.writeString(workDirectory.resolve(ADDRESS_FILE), servers);
  }

  /**
   * Returns the address of the broker of this configuration: the configured one, or the embedded
   * one if it is running.
   */
  private static Optional<String> address(SluiceConfig config) throws IOException {
    return config.kafka().isEmbedded()
        ? config.workDirectory().isPresent()
            ? address(config.workDirectory().get())
            : Optional.empty()
        : Optional.of(config.kafka().bootstrapServers());
  }

  /**
   * Returns the address in a work directory. Compares the cluster id, because the address file
   * outlives its broker, and another process may use the port now.
   */
  private static Optional<String> address(Path workDirectory) throws IOException {
    Path file = workDirectory.resolve(ADDRESS_FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    String servers = Files.readString(file).strip();
    Optional<String> known = EmbeddedBroker.clusterId(StartChecks.brokerData(workDirectory));
    return known.isPresent() && isOpen(servers) && known.equals(clusterIdOf(servers))
        ? Optional.of(servers)
        : Optional.empty();
  }

  private static boolean isOpen(String servers) throws IOException {
    String[] parts = servers.split(":");
    try (Socket socket = new Socket(parts[0], Integer.parseInt(parts[1]))) {
      return socket.isConnected();
    } catch (ConnectException e) {
      return false;
    }
  }

  private static Optional<String> clusterIdOf(String servers) {
    try {
      return Optional.of(BrokerReach.ask(new KafkaConnection(servers, Map.of()), ANSWER_WITHIN_MS));
    } catch (KafkaException e) {
      // Something else listens on this port.
      return Optional.empty();
    }
  }

  private static void awaitSettled(KafkaConnection connection, String prefix) {
    try (Admin admin = connection.admin()) {
      PartitionLogs.awaitSettled(admin, partitions(admin, prefix));
    }
  }

  private static List<TopicPartition> partitions(Admin admin, String prefix) {
    List<String> topics =
        AdminCalls.await(admin.listTopics().names()).stream()
            .filter(topic -> topic.startsWith(prefix + "."))
            .toList();
    return AdminCalls.partitions(admin, topics);
  }

  /**
   * Returns client properties for readers, which time out earlier than roles if the broker
   * disappears.
   */
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
        "no broker to connect to (%s): specify a broker with --kafka, or, with --output or --work-dir, an output that has an embedded broker"
            .formatted(why));
  }

  /**
   * Waits until consumer groups are loaded, because a broker that is stopped earlier logs an error.
   */
  private void awaitGroups() {
    try (Admin admin = connection.admin()) {
      PartitionLogs.committed(admin, topicPrefix);
    } catch (KafkaException e) {
      LOG.debug("the groups are not loaded yet", e);
    }
  }

  /** Returns the connection to the broker. */
  public KafkaConnection connection() {
    return connection;
  }

  /** Returns the broker's id. */
  public String clusterId() {
    return clusterId;
  }

  /** Returns the prefix of the topics' names. The output was started with it. */
  public String topicPrefix() {
    return topicPrefix;
  }

  /** Stops the broker if this object has started it. */
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
