package dev.sluice.app.doctor;

import dev.sluice.app.Failure;
import dev.sluice.app.output.OutputOwner;
import dev.sluice.app.run.BrokerAccess;
import dev.sluice.app.run.Deployment;
import dev.sluice.app.run.StartChecks;
import dev.sluice.core.values.ByteSize;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Machine;
import dev.sluice.settings.Problem;
import dev.sluice.settings.Problems;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.sink.CutLogs;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.TopicPlan;
import dev.sluice.topics.progress.Ownership;
import dev.sluice.topics.progress.ProgressLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;

/**
 * Runs all checks, from the machine to the offsets. A check that fails does not prevent the others.
 */
public final class Doctor {
  private final SluiceConfig config;
  private final Machine machine;
  private final Optional<OutputLayout> layout;
  private final Optional<OutputOwner> owner;
  private final Findings findings = new Findings();

  private Doctor(SluiceConfig config, Machine machine) throws IOException {
    this.config = config;
    this.machine = machine;
    this.layout = Deployment.layout(config);
    this.owner = layout.isPresent() ? OutputOwner.read(layout.get()) : Optional.empty();
  }

  /**
   * Examines everything that the configuration refers to.
   *
   * @return the diagnoses in order
   * @throws IOException if files of the output or the work directory cannot be read
   */
  public static DoctorReport examine(SluiceConfig config, Machine machine) throws IOException {
    Doctor doctor = new Doctor(config, machine);
    doctor.machine();
    doctor.broker();
    return DoctorReport.of(doctor.findings.all());
  }

  private void machine() throws IOException {
    int partitions =
        owner.map(OutputOwner::partitions).orElse(config.kafka().partitionsOfNewOutput());
    new MachineChecks(config, machine, partitions).look(findings);
    input();
    new DiskChecks(config, partitions).look(findings);
    StateChecks.look(config, findings);
    OwnerChecks.configuration(config, owner, findings);
  }

  private void input() {
    Optional<Path> input = config.input().path();
    if (input.isEmpty()) {
      return;
    }
    Problems problems = new Problems();
    StartChecks.input(Set.of()).check(config, problems);
    long bytes = StartChecks.inputBytes(config.input()).orElse(0);
    findings.require(
        problems,
        "input",
        "%s in %s".formatted(ByteSize.approximate(bytes), input.get()),
        "files that a run can read",
        "name the right directory with --input, or correct the key");
  }

  private void broker() throws IOException {
    if (config.kafka().isEmbedded() && config.workDirectory().isEmpty()) {
      findings.warn(
          "broker",
          "not looked at: it is in the work directory of the run, which is not named",
          "a broker to look at",
          "--work-dir, as given to the run, or --kafka");
      return;
    }
    if (!BrokerAccess.isThere(config)) {
      findings.ok("broker", "embedded, not created yet: `run` creates it");
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
          "start it, or name another with --kafka");
    } catch (ConfigException e) {
      Problem refusal = e.problems().get(0);
      if (!refusal.subject().startsWith("kafka.properties")) {
        throw e;
      }
      findings.fail(
          "broker",
          refusal.toString(),
          "a broker that lets us in",
          "set under kafka.properties what it demands of clients");
    }
  }

  private void ask(BrokerAccess access, Admin admin) throws IOException {
    String servers = access.connection().bootstrapServers();
    BrokerChecks checks = new BrokerChecks(admin, servers);
    checks.look(findings);
    List<TopicPartition> there = new ArrayList<>();
    Map<String, String> ids = new TreeMap<>();
    TopicNames names = names(access.topicPrefix());
    findings.guard("topics", () -> topics(admin, servers, names, there, ids));
    if (there.isEmpty()) {
      return;
    }
    if (ids.containsKey(names.progress())) {
      findings.guard("owner", () -> owner(access.connection(), names, admin));
      sources(access.connection(), names);
    }
    OffsetChecks offsets = new OffsetChecks(admin, there);
    findings.guard(
        "transactions", () -> new TransactionChecks(admin, servers, there).look(findings));
    findings.guard("last stable offset", () -> offsets.stable(findings));
    List<TopicPartition> trimmed = there.stream().filter(p -> isTrimmed(names, p.topic())).toList();
    findings.guard("deleting records", () -> DeletionChecks.look(admin, trimmed, findings));
    findings.guard("clock", () -> checks.clock(there, findings));
    if (owner.isPresent()) {
      List<TopicPartition> curated =
          there.stream().filter(p -> names.curated().contains(p.topic())).toList();
      new OffsetChecks(admin, curated).cuts(layout.orElseThrow(), ids, findings);
    }
  }

  private static boolean isTrimmed(TopicNames names, String topic) {
    return topic.equals(names.documents())
        || topic.equals(names.bands())
        || names.curated().contains(topic);
  }

  private void sources(KafkaConnection connection, TopicNames names) throws IOException {
    if (owner.isPresent() && config.input().path().isPresent()) {
      new SourceChecks(config.input().path().get())
          .look(
              new ProgressLog(connection, names.progress()).read(),
              new CutLogs(
                      layout.orElseThrow(), names, owner.get().partitions(), owner.get().content())
                  .manifests(),
              findings);
    }
  }

  private TopicNames names(String prefix) {
    return new TopicNames(
        prefix,
        owner
            .map(OutputOwner::buckets)
            .orElseGet(() -> config.rules().buckets().all().stream().map(b -> b.name()).toList()));
  }

  /** Checks the topics. */
  private void topics(
      Admin admin,
      String servers,
      TopicNames names,
      List<TopicPartition> there,
      Map<String, String> ids) {
    List<String> ours = new ArrayList<>(names.partitioned());
    if (config.bands() > 0) {
      ours.add(names.bands());
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
    TopicPlan plan =
        new TopicPlan(
            names,
            partitions(topics.get(names.documents())),
            config.bands(),
            (short) config.kafka().replicationFactor(),
            Deployment.maxRecordBytes(config));
    TopicChecks checks = new TopicChecks(admin, servers, plan);
    checks.settings(findings);
    if (topics.keySet().containsAll(names.partitioned())) {
      checks.replication(findings);
    }
  }

  /** As the output was started with; otherwise as configured; otherwise as the topics are. */
  private int partitions(TopicDescription documents) {
    if (owner.isPresent()) {
      return owner.get().partitions();
    }
    boolean open = config.kafka().partitions().isEmpty() && documents != null;
    return open ? documents.partitions().size() : config.kafka().partitionsOfNewOutput();
  }

  private void owner(KafkaConnection connection, TopicNames names, Admin admin) {
    String clusterId = AdminCalls.await(admin.describeCluster().clusterId());
    OwnerChecks.topics(
        connection.bootstrapServers(),
        clusterId,
        new Ownership(connection, names).read(),
        owner,
        findings);
  }
}
