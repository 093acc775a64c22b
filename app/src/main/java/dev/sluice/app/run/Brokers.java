package dev.sluice.app.run;

import dev.sluice.app.Failure;
import dev.sluice.app.logging.Logging;
import dev.sluice.app.output.WorkDirectory;
import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Problems;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.settings.TopicsConfig.AvroEncoding;
import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.record.SchemaRegistry;
import dev.sluice.topics.record.SchemaRegistry.RegistryRefusedException;
import dev.sluice.topics.record.SchemaRegistry.RegistrySilentException;
import dev.sluice.topics.record.WireFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FinalizedVersionRange;

/** Starts the embedded broker, and checks that other brokers meet the requirements. */
public final class Brokers {
  /** The broker feature that versions transactions. */
  public static final String TRANSACTION_FEATURE = "transaction.version";

  /** The minimum level of that feature. */
  public static final short TRANSACTION_VERSION = 2;

  private Brokers() {}

  /** Starts the broker. If the broker fails later, the process ends. */
  static EmbeddedBroker start(SluiceConfig config, WorkDirectory work) {
    Problems problems = new Problems();
    StartChecks.disk(config, work.path(), problems);
    problems.throwIfAny();
    Path data = StartChecks.brokerData(work.path());
    try {
      return EmbeddedBroker.start(
          new EmbeddedBroker.Settings(
              data, config.kafka().port(), config.maxRecordBytes(), config.kafka().advertise()),
          Halt::end);
    } catch (EmbeddedBroker.StartException e) {
      if (e.reason() == EmbeddedBroker.StartException.Reason.FAULT
          || e.reason() == EmbeddedBroker.StartException.Reason.DISK_FULL) {
        throw new Failure(e.getMessage(), e);
      }
      boolean port = e.reason() == EmbeddedBroker.StartException.Reason.PORT_TAKEN;
      throw new ConfigException(port ? "kafka.port" : "work-dir", e.getMessage());
    }
  }

  /**
   * Returns the client properties that the user has configured, and defaults for clients of the
   * embedded broker. This broker does not collect the clients' metrics. If it cannot answer a
   * request yet, such as for the location of a coordinator, it can do so a few milliseconds later,
   * so clients retry soon. Only {@code /metrics} reads the beans of the metrics; without it, no
   * beans are registered, which saves a sixth of the processor time of a run that has little to do.
   */
  static Map<String, String> clientProperties(SluiceConfig config) {
    Map<String, String> properties = new TreeMap<>(config.kafka().properties());
    if (config.kafka().isEmbedded()) {
      properties.putIfAbsent(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, "false");
      properties.putIfAbsent(CommonClientConfigs.RETRY_BACKOFF_MS_CONFIG, "20");
      if (config.http().port().isEmpty()) {
        properties.putIfAbsent(CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG, "");
      }
    }
    return properties;
  }

  /**
   * Requires at least {@link #TRANSACTION_VERSION}. In earlier versions, a marker of a killed
   * producer may end its successor's transaction.
   */
  static void requireTransactions(Admin admin, String servers) {
    FinalizedVersionRange found =
        AdminCalls.await(admin.describeFeatures().featureMetadata())
            .finalizedFeatures()
            .get(TRANSACTION_FEATURE);
    short version = found == null ? 0 : found.maxVersionLevel();
    if (version < TRANSACTION_VERSION) {
      throw new ConfigException(
          "kafka.bootstrap-servers",
          "the broker at %s has %s %d, but at least %d is required: upgrade this feature on the broker"
              .formatted(servers, TRANSACTION_FEATURE, version, TRANSACTION_VERSION));
    }
  }

  /**
   * Returns the encoding of values for readers. The registry is contacted only when a record needs
   * it.
   */
  static WireFormat readingFormat(SluiceConfig config) {
    return registry(config).map(WireFormat::singleObject).orElseGet(WireFormat::singleObject);
  }

  /**
   * Returns the encoding of values for writers. The schemas are registered if the encoding needs
   * that.
   *
   * @throws Failure if the registry does not answer
   * @throws ConfigException if the registry refuses
   */
  static WireFormat writingFormat(SluiceConfig config) {
    if (config.topics().encoding() == AvroEncoding.SINGLE_OBJECT) {
      return readingFormat(config);
    }
    try {
      return WireFormat.confluent(registry(config).orElseThrow());
    } catch (RegistrySilentException | RegistryRefusedException e) {
      throw FailureMessages.ofRegistry(e).orElseThrow();
    }
  }

  private static Optional<SchemaRegistry> registry(SluiceConfig config) {
    return config
        .topics()
        .registry()
        .map(registry -> new SchemaRegistry(registry.url(), registry.authorization()));
  }

  /**
   * Runs only the embedded broker in this process, until interrupted. If the broker fails, the
   * process ends.
   *
   * @param onStarted receives host:port once clients are served
   */
  public static void runAlone(SluiceConfig config, Consumer<String> onStarted)
      throws IOException, InterruptedException {
    try (WorkDirectory work = WorkDirectory.openAny(config.workDirectory().orElseThrow());
        EmbeddedBroker broker = startOrUndo(config, work)) {
      BrokerAccess.writeAddress(work.path(), broker.bootstrapServers());
      onStarted.accept(broker.advertisedServers());
      new CountDownLatch(1).await();
    }
  }

  private static EmbeddedBroker startOrUndo(SluiceConfig config, WorkDirectory work)
      throws IOException {
    try {
      Logging.logUnder(work.path());
      return start(config, work);
    } catch (ConfigException e) {
      work.undo();
      throw e;
    }
  }
}
