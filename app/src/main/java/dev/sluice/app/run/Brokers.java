package dev.sluice.app.run;

import dev.sluice.app.Failure;
import dev.sluice.app.output.WorkDirectory;
import dev.sluice.embedded.BrokerSettings;
import dev.sluice.embedded.BrokerStartException;
import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Problems;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.topics.AdminCalls;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FinalizedVersionRange;

/** Starts the embedded broker and checks the requirements on others. */
public final class Brokers {
  /** The broker feature that versions transactions. */
  public static final String TRANSACTION_FEATURE = "transaction.version";

  /** The minimum level of that feature. */
  public static final short TRANSACTION_VERSION = 2;

  private Brokers() {}

  /** Starts the broker. If it fails later, the process ends. */
  static EmbeddedBroker start(SluiceConfig config, WorkDirectory work) {
    Problems problems = new Problems();
    StartChecks.disk(config, work.path(), problems);
    problems.throwIfAny();
    Path data = StartChecks.brokerData(work.path());
    try {
      return EmbeddedBroker.start(
          new BrokerSettings(
              data, config.kafka().port(), config.maxRecordBytes(), config.kafka().advertise()),
          Halt::end);
    } catch (BrokerStartException e) {
      if (e.reason() == BrokerStartException.Reason.FAULT
          || e.reason() == BrokerStartException.Reason.DISK_FULL) {
        throw new Failure(e.getMessage(), e);
      }
      boolean port = e.reason() == BrokerStartException.Reason.PORT_TAKEN;
      problems.add(port ? "kafka.port" : "work-dir", e.getMessage());
      throw new ConfigException(problems.all());
    }
  }

  /**
   * The user's properties of clients. The embedded broker does not collect their metrics, and what
   * it cannot answer yet, such as where a coordinator is, it can a few milliseconds later. Only
   * {@code /metrics} reads the beans of the metrics: without it there are none, which takes a sixth
   * off the processor time of a run that has little to do.
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

  /** Before this version, a marker of a killed producer may end its successor's transaction. */
  static void requireTransactions(Admin admin, String servers) {
    FinalizedVersionRange found =
        AdminCalls.await(admin.describeFeatures().featureMetadata())
            .finalizedFeatures()
            .get(TRANSACTION_FEATURE);
    short version = found == null ? 0 : found.maxVersionLevel();
    if (version < TRANSACTION_VERSION) {
      Problems problems = new Problems();
      problems.add(
          "kafka.bootstrap-servers",
          "the broker at %s has %s %d, at least %d is needed: upgrade the feature"
              .formatted(servers, TRANSACTION_FEATURE, version, TRANSACTION_VERSION));
      problems.throwIfAny();
    }
  }
}
