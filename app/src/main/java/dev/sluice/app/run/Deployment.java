package dev.sluice.app.run;

import dev.sluice.app.logging.Logging;
import dev.sluice.app.output.OutputOwner;
import dev.sluice.app.output.StoreProbe;
import dev.sluice.app.output.WorkDirectory;
import dev.sluice.core.Bucket;
import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.ConfigRequest.ConfigCheck;
import dev.sluice.settings.Problems;
import dev.sluice.settings.Role;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.TopicPlan;
import dev.sluice.topics.TopicProvisioner;
import dev.sluice.topics.TopicProvisioner.TopicMismatchException;
import dev.sluice.topics.progress.Ownership;
import dev.sluice.topics.progress.ProgressLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;

/**
 * Opens what every role needs before it can start. This is the work directory, the broker, the
 * topics, and an owner with this content configuration. Anything that does not fit is detected
 * before a row is read.
 *
 * <pre>
 * StoreProbe                           writes and deletes an object, if the output is in a store
 * WorkDirectory                        locked
 * broker                               started or contacted
 * topics                               created or compared
 * OutputClaim                          output and topics record each other
 * </pre>
 */
public final class Deployment implements AutoCloseable {
  private final WorkDirectory work;
  private final Optional<EmbeddedBroker> broker;
  private SluiceConfig config;
  private KafkaConnection connection;
  private ProgressLog progressLog;
  private String clusterId;
  private Map<String, String> topicIds = Map.of();
  private SortedMap<String, String> content = new TreeMap<>();
  private final Set<Role> roles;

  private Deployment(
      SluiceConfig config, WorkDirectory work, Optional<EmbeddedBroker> broker, Set<Role> roles) {
    this.config = config;
    this.work = work;
    this.broker = broker;
    this.roles = roles;
  }

  /**
   * Opens everything.
   *
   * @param config configuration that {@link StartChecks} has checked, with a work directory; an
   *     output, if named, is claimed
   * @throws ConfigException if anything does not fit; then nothing remains of the start, except
   *     topics on a broker of the user if only the columns of the source can tell
   */
  public static Deployment open(SluiceConfig config) throws IOException, InterruptedException {
    return open(config, Set.of(), (checked, problems) -> {});
  }

  /**
   * Opens everything for roles of this process.
   *
   * @param late check of what is new that needs the broker: of the blocklist of a sink, once the
   *     types of carried columns are known, and of the input of an ingest without an output
   */
  static Deployment open(SluiceConfig config, Set<Role> roles, ConfigCheck late)
      throws IOException, InterruptedException {
    if (config.output().isRemote()) {
      Problems problems = new Problems();
      StoreProbe.check(config.output().path().orElseThrow(), problems);
      problems.throwIfAny();
    }
    WorkDirectory work = work(config);
    SluiceConfig placed = config.in(work.path());
    Optional<EmbeddedBroker> broker = Optional.empty();
    try {
      Logging.logUnder(work.path());
      if (config.kafka().isEmbedded()) {
        broker = Optional.of(Brokers.start(placed, work));
        BrokerAccess.writeAddress(work.path(), broker.get().bootstrapServers());
      }
      Deployment deployment = new Deployment(placed, work, broker, roles);
      deployment.connect(late);
      return deployment;
    } catch (IOException | InterruptedException | RuntimeException e) {
      broker.ifPresent(EmbeddedBroker::close);
      if (e instanceof ConfigException) {
        work.undo();
      } else {
        work.close();
      }
      throw e;
    }
  }

  /**
   * Opens the work directory. An existing output on the embedded broker requires its work
   * directory; others may use any free one.
   */
  private static WorkDirectory work(SluiceConfig config) throws IOException {
    Path path = config.workDirectory().orElseThrow();
    boolean begun = OutputOwner.of(config).isPresent();
    boolean bound = config.kafka().isEmbedded() && (begun || config.workDir().isEmpty());
    return bound ? WorkDirectory.open(path) : WorkDirectory.openAny(path);
  }

  /** Returns the layout of the configured output, or empty if no output is configured. */
  public static Optional<OutputLayout> layout(SluiceConfig config) {
    return config
        .output()
        .path()
        .map(
            root ->
                new OutputLayout(
                    root, config.dataset().language(), config.output().partitionsByDump()));
  }

  private void connect(ConfigCheck late) throws IOException, InterruptedException {
    Optional<OutputOwner> begun = OutputOwner.of(config);
    String servers =
        broker
            .map(EmbeddedBroker::bootstrapServers)
            .orElseGet(() -> config.kafka().bootstrapServers());
    connection = new KafkaConnection(servers, Brokers.clientProperties(config));
    clusterId = BrokerReach.clusterId(connection);
    connection = connection.in(Brokers.writingFormat(config));
    progressLog = new ProgressLog(connection, names().progress());
    try (Admin admin = connection.admin()) {
      Brokers.requireTransactions(admin, servers);
      Problems problems = new Problems();
      begun.ifPresent(owner -> owner.compareBroker(servers, clusterId, problems));
      TopicProvisioner provisioner = new TopicProvisioner(admin);
      if (config.output().path().isEmpty() && provisioner.partitions(names().documents()) == 0) {
        late.check(config, problems);
      }
      problems.throwIfAny();
      if (config.kafka().isEmbedded() && begun.isEmpty()) {
        clear(admin, provisioner);
      }
      claim(begun, provisioner, late);
    } catch (TopicMismatchException e) {
      Problems problems = new Problems();
      e.differences().forEach(difference -> problems.add("kafka", difference));
      problems.add(
          "kafka.topic-prefix",
          "the topics with this prefix have different settings: change the configuration to"
              + " match them, or choose a different prefix");
      throw new ConfigException(problems.all());
    } catch (InvalidReplicationFactorException e) {
      throw new ConfigException("kafka.replication-factor", e.getMessage());
    }
  }

  /** Deletes topics without an owner, which remain if a first start is killed. */
  private void clear(Admin admin, TopicProvisioner provisioner) throws InterruptedException {
    boolean isOwned =
        provisioner.partitions(names().progress()) > 0 && progressLog.read().owner().isPresent();
    if (!isOwned) {
      new OutputTopics(admin, connection, names()).clear();
    }
  }

  private void claim(Optional<OutputOwner> begun, TopicProvisioner provisioner, ConfigCheck late)
      throws IOException, TopicMismatchException, InterruptedException {
    topicIds = provisioner.provision(plan(resolvePartitions(begun, provisioner)));
    boolean learnsColumns = config.output().lacksSchema();
    if (learnsColumns) {
      Ownership owner = new Ownership(connection, names(), progressLog);
      config = new CarriedSchema(config, owner, roles.contains(Role.INGEST)).resolve();
    }
    if (learnsColumns && begun.isEmpty() && roles.contains(Role.SINK)) {
      Problems problems = new Problems();
      late.check(config, problems);
      problems.throwIfAny();
    }
    content =
        new OutputClaim(config, connection, names(), progressLog, clusterId)
            .claim(begun, provisioner.partitions(names().documents()), work);
  }

  private TopicPlan plan(int partitions) {
    return new TopicPlan(
        names(),
        partitions,
        config.nearDedup().isPresent(),
        (short) config.kafka().replicationFactor(),
        config.maxRecordBytes());
  }

  /**
   * Returns the number of partitions of the output, or else that of the topics, or else the
   * configured one.
   */
  private int resolvePartitions(Optional<OutputOwner> begun, TopicProvisioner provisioner) {
    if (begun.isPresent()) {
      return begun.get().partitions();
    }
    int there = provisioner.partitions(names().documents());
    OptionalInt configured = config.kafka().partitions();
    return there > 0 && configured.isEmpty() ? there : config.kafka().partitionsOfNewOutput();
  }

  /** Returns the configuration, with the work directory that this process holds. */
  public SluiceConfig config() {
    return config;
  }

  /** Returns the names of the topics. */
  public TopicNames names() {
    return new TopicNames(
        config.kafka().topicPrefix(),
        config.rules().buckets().all().stream().map(Bucket::name).toList());
  }

  /** Returns the connection to the broker. */
  public KafkaConnection connection() {
    return connection;
  }

  /** Returns the log of the progress topic, which all parts of this process share. */
  public ProgressLog progressLog() {
    return progressLog;
  }

  /** Returns the broker's id. */
  public String clusterId() {
    return clusterId;
  }

  /** Returns the ids of the topics by name. */
  public Map<String, String> topicIds() {
    return topicIds;
  }

  /** Returns the number of partitions of every topic except the progress topic. */
  public int partitions() {
    return Integer.parseInt(content.get(OutputOwner.PARTITIONS));
  }

  /**
   * Returns the configuration that decides the content of the output. It includes the number of
   * partitions.
   */
  public SortedMap<String, String> content() {
    return content;
  }

  /** Returns the id of this instance. It never changes for a work directory. */
  public String instanceId() {
    return work.instanceId();
  }

  /** Returns the directory for temporary files of the configured output. */
  Path temporary() {
    return layout(config).orElseThrow().temporary(instanceId(), work.path());
  }

  /**
   * Returns the directory for temporary files of the matcher. Each stage that publishes files
   * empties its directory when it starts.
   */
  Path temporaryOfMatcher() {
    return layout(config).orElseThrow().temporary(instanceId() + "-matcher", work.path());
  }

  /** Returns the directory for copies of signatures that are in an object store. */
  Path copiesOfSignatures() {
    return work.path().resolve("signatures");
  }

  /** Returns the directory that this process holds. */
  public Path workDirectory() {
    return work.path();
  }

  /** Stops the broker and unlocks the work directory. The roles must have stopped. */
  @Override
  public void close() throws IOException {
    broker.ifPresent(EmbeddedBroker::close);
    work.close();
  }
}
