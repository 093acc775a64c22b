package dev.sluice.app.doctor;

import dev.sluice.app.Failure;
import dev.sluice.app.output.OutputOwner;
import dev.sluice.app.run.BrokerAccess;
import dev.sluice.app.run.Deployment;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Machine;
import dev.sluice.settings.Problem;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.TopicPlan;
import dev.sluice.topics.progress.Ownership;
import dev.sluice.topics.progress.ProgressLog;
import dev.sluice.topics.progress.ProgressState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;

/**
 * Runs all checks, from the machine to the offsets. A failed check does not prevent the remaining
 * ones.
 */
public final class Doctor {
  private final SluiceConfig config;
  private final Optional<OutputOwner> owner;
  private final Optional<OutputChecks> output;
  private final Findings findings = new Findings();

  private Doctor(SluiceConfig config) throws IOException {
    this.config = config;
    Optional<OutputLayout> layout = Deployment.layout(config);
    this.owner = OutputOwner.of(config);
    this.output = owner.map(begun -> new OutputChecks(layout.orElseThrow(), begun, findings));
  }

  /**
   * Examines everything that the configuration refers to.
   *
   * @return all diagnoses, in order
   * @throws IOException if files of the output or the work directory cannot be read
   */
  public static DoctorReport examine(SluiceConfig config, Machine machine) throws IOException {
    Doctor doctor = new Doctor(config);
    int partitions =
        doctor.owner.map(OutputOwner::partitions).orElse(config.kafka().partitionsOfNewOutput());
    new MachineChecks(config, machine, partitions, doctor.findings).look();
    doctor.output.ifPresent(checks -> checks.configuration(config));
    doctor.broker();
    return DoctorReport.of(doctor.findings.all());
  }

  private void broker() throws IOException {
    if (config.kafka().isEmbedded() && config.workDirectory().isEmpty()) {
      findings.warn(
          "broker",
          "not checked, because no work directory is specified, and the broker of the run is "
              + "in it",
          "a broker to check",
          "pass the --work-dir of the run, or the address of a broker with --kafka");
      return;
    }
    if (!BrokerAccess.isThere(config)) {
      findings.ok("broker", "the embedded broker does not exist yet; `run` creates it");
      return;
    }
    try (BrokerAccess access = BrokerAccess.open(config);
        Admin admin = access.connection().admin()) {
      ask(access, admin);
    } catch (Failure e) {
      findings.fail(
          "broker",
          e.getMessage(),
          "a broker that answers",
          "start the broker, or specify a different broker with --kafka");
    } catch (ConfigException e) {
      Problem refusal = e.problems().get(0);
      if (!refusal.subject().startsWith("kafka.properties")) {
        throw e;
      }
      findings.fail(
          "broker",
          refusal.toString(),
          "a broker that accepts this client",
          "set the properties that the broker requires of clients under kafka.properties");
    }
  }

  private void ask(BrokerAccess access, Admin admin) throws IOException {
    KafkaConnection connection = access.connection();
    BrokerChecks checks = new BrokerChecks(admin, connection.bootstrapServers(), findings);
    findings.guard("broker", checks::cluster);
    findings.guard("broker version", checks::features);
    List<TopicPartition> there = new ArrayList<>();
    Map<String, String> ids = new TreeMap<>();
    TopicNames names = names(access.topicPrefix());
    findings.guard("topics", () -> topics(admin, checks, names, there, ids));
    if (there.isEmpty()) {
      return;
    }
    if (output.isPresent() && ids.containsKey(names.progress())) {
      findings.guard(
          "owner",
          () ->
              output
                  .get()
                  .owner(
                      connection.bootstrapServers(),
                      access.clusterId(),
                      new Ownership(connection, names).read()));
      if (config.input().path().isPresent()) {
        ProgressState known = new ProgressLog(connection, names.progress()).read();
        output.get().sources(config.input().path().get(), known, names);
      }
    }
    findings.guard("transactions", () -> checks.transactions(there));
    findings.guard("last stable offset", () -> checks.stableEnds(there));
    findings.guard("deleting records", () -> checks.deletion(of(trimmed(names), there)));
    if (output.isPresent()) {
      output.get().cuts(admin, of(Set.copyOf(names.curated()), there), ids);
    }
  }

  private static Set<String> trimmed(TopicNames names) {
    Set<String> trimmed = new TreeSet<>(names.curated());
    trimmed.addAll(List.of(names.documents(), names.signatures()));
    return trimmed;
  }

  private static List<TopicPartition> of(Set<String> topics, List<TopicPartition> partitions) {
    return partitions.stream().filter(each -> topics.contains(each.topic())).toList();
  }

  private TopicNames names(String prefix) {
    return new TopicNames(
        prefix,
        owner
            .map(OutputOwner::buckets)
            .orElseGet(() -> config.rules().buckets().all().stream().map(b -> b.name()).toList()));
  }

  /** Checks the topics, and finds their partitions and ids. */
  private void topics(
      Admin admin,
      BrokerChecks checks,
      TopicNames names,
      List<TopicPartition> there,
      Map<String, String> ids) {
    List<String> ours = new ArrayList<>(names.partitioned());
    if (config.nearDedup().isPresent()) {
      ours.add(names.signatures());
    }
    ours.add(names.progress());
    ours.retainAll(AdminCalls.await(admin.listTopics().names()));
    Map<String, TopicDescription> topics =
        AdminCalls.await(admin.describeTopics(ours).allTopicNames());
    for (String name : ours) {
      TopicDescription topic = topics.get(name);
      ids.put(name, topic.topicId().toString());
      topic.partitions().forEach(p -> there.add(new TopicPartition(name, p.partition())));
    }
    checks.settings(
        new TopicPlan(
            names,
            partitions(topics.get(names.documents())),
            config.nearDedup().isPresent(),
            (short) config.kafka().replicationFactor(),
            config.maxRecordBytes()));
    if (topics.keySet().containsAll(names.partitioned())) {
      checks.replication(names);
    }
  }

  private int partitions(TopicDescription documents) {
    if (owner.isPresent()) {
      return owner.get().partitions();
    }
    boolean open = config.kafka().partitions().isEmpty() && documents != null;
    return open ? documents.partitions().size() : config.kafka().partitionsOfNewOutput();
  }
}
