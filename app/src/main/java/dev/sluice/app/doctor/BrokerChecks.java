package dev.sluice.app.doctor;

import dev.sluice.app.run.Brokers;
import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.PartitionLogs;
import dev.sluice.topics.RecordTrimmer;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.TopicPlan;
import dev.sluice.topics.TopicProvisioner;
import dev.sluice.topics.TopicProvisioner.TopicDifference;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InterruptException;

/** Checks the broker and all topics on it, no matter to which output a topic belongs. */
final class BrokerChecks {
  /** The level of {@code metadata.version} introduced by Kafka 4.0. */
  private static final int METADATA_OF_4_0 = 22;

  private final Admin admin;
  private final String servers;
  private final Findings findings;
  private boolean hangs;

  BrokerChecks(Admin admin, String servers, Findings findings) {
    this.admin = admin;
    this.servers = servers;
    this.findings = findings;
  }

  void cluster() {
    DescribeClusterResult cluster = admin.describeCluster();
    int nodes = AdminCalls.await(cluster.nodes()).size();
    findings.ok(
        "broker",
        "%s answers (cluster %s, %d node%s)"
            .formatted(
                servers, AdminCalls.await(cluster.clusterId()), nodes, nodes == 1 ? "" : "s"));
  }

  void features() {
    Map<String, FinalizedVersionRange> features =
        AdminCalls.await(admin.describeFeatures().featureMetadata()).finalizedFeatures();
    int metadata = level(features, "metadata.version");
    boolean isNew = metadata >= METADATA_OF_4_0;
    findings.require(
        isNew,
        "broker version",
        "metadata.version %d%s".formatted(metadata, isNew ? ", Kafka 4.0 or newer" : ""),
        "metadata.version %d or higher, which is Kafka 4.0 or newer".formatted(METADATA_OF_4_0),
        "upgrade the broker, then run kafka-features.sh --bootstrap-server %s upgrade --release-version 4.0"
            .formatted(servers));
    int transactions = level(features, Brokers.TRANSACTION_FEATURE);
    findings.require(
        transactions >= Brokers.TRANSACTION_VERSION,
        "transaction version",
        "%s %d".formatted(Brokers.TRANSACTION_FEATURE, transactions),
        "%s %d".formatted(Brokers.TRANSACTION_FEATURE, Brokers.TRANSACTION_VERSION),
        "kafka-features.sh --bootstrap-server %s upgrade --feature %s=%d"
            .formatted(servers, Brokers.TRANSACTION_FEATURE, Brokers.TRANSACTION_VERSION));
  }

  private static int level(Map<String, FinalizedVersionRange> features, String name) {
    FinalizedVersionRange found = features.get(name);
    return found == null ? 0 : found.maxVersionLevel();
  }

  /** Compares the topics with the plan. */
  void settings(TopicPlan plan) {
    List<TopicDifference> differences = new TopicProvisioner(admin).differences(plan);
    List<TopicDifference> there =
        differences.stream().filter(d -> !d.key().equals(TopicDifference.MISSING)).toList();
    if (differences.size() > there.size()) {
      findings.ok(
          "topics",
          "%d of the topics do not exist yet; the first role that starts creates them"
              .formatted(differences.size() - there.size()));
    }
    for (TopicDifference difference : there) {
      findings.fail(
          "topics",
          "%s: %s=%s".formatted(difference.topic(), difference.key(), difference.seen()),
          difference.key() + "=" + difference.wanted(),
          cure(difference));
    }
    if (differences.isEmpty()) {
      findings.ok(
          "topics", "all topics %s.* have the required settings".formatted(plan.names().prefix()));
    }
  }

  private String cure(TopicDifference difference) {
    String key = difference.key();
    if (key.equals(TopicDifference.PARTITIONS)) {
      return "the number of partitions of an output is fixed: use --set kafka.partitions=%s with a new output, or choose a different kafka.topic-prefix"
          .formatted(difference.seen());
    }
    boolean deletes = key.startsWith("retention") || key.equals("cleanup.policy");
    return alter(difference.topic(), key, difference.wanted())
        + (deletes ? " (records may already be lost; see the check \"cut records\")" : "");
  }

  private String alter(String topic, String key, Object value) {
    return "kafka-configs.sh --bootstrap-server %s --alter --entity-type topics --entity-name %s --add-config %s=%s"
        .formatted(servers, topic, key, value);
  }

  /**
   * Checks the replicas of existing topics. All topics should have as many replicas as the topic of
   * documents.
   */
  void replication(TopicNames names) {
    List<TopicPartitionInfo> partitions =
        AdminCalls.await(admin.describeTopics(names.partitioned()).allTopicNames())
            .values()
            .stream()
            .flatMap(topic -> topic.partitions().stream())
            .toList();
    int nodes = AdminCalls.await(admin.describeCluster().nodes()).size();
    int copies = partitions.get(0).replicas().size();
    int least = leastInSync(names.documents());
    long lacking = partitions.stream().filter(p -> p.isr().size() < p.replicas().size()).count();
    long leaderless = partitions.stream().filter(p -> p.leader() == null).count();
    String check = "replication";
    String seen =
        "%d replicas on %d nodes with min.insync.replicas=%d".formatted(copies, nodes, least);
    if (leaderless > 0) {
      findings.fail(
          check,
          seen + ", %d partitions without a leader".formatted(leaderless),
          "a leader for every partition",
          "bring the missing brokers back online");
    } else if (least > copies) {
      findings.fail(
          check,
          seen,
          "a min.insync.replicas of at most the number of replicas; otherwise, nothing can be"
              + " written",
          alter(
              names.documents(), TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, Math.max(1, copies - 1)));
    } else if (lacking > 0) {
      findings.warn(
          check,
          seen + ", %d partitions with replicas out of sync".formatted(lacking),
          "all replicas in sync",
          "bring the missing brokers back online");
    } else if (nodes > 1 && (copies == 1 || least == 1)) {
      findings.warn(
          check,
          seen,
          "3 replicas and min.insync.replicas=2, if there are enough nodes; with lower values, a"
              + " broker that loses power may lose acknowledged records",
          "for this output, use kafka-reassign-partitions.sh; for a new output, set"
              + " kafka.replication-factor");
    } else {
      findings.ok(check, seen);
    }
  }

  private int leastInSync(String topic) {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    return Integer.parseInt(
        AdminCalls.await(admin.describeConfigs(List.of(resource)).all())
            .get(resource)
            .get(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG)
            .value());
  }

  /** Looks for hanging transactions and the readers that wait for them. */
  void transactions(List<TopicPartition> partitions) {
    List<OpenTransaction> open = OpenTransaction.in(admin, partitions);
    if (open.isEmpty()) {
      findings.ok("transactions", "no transaction is open");
    }
    for (OpenTransaction transaction : open) {
      findings.require(
          !transaction.hangs(),
          "transactions",
          transaction.text(),
          "a running producer for each open transaction; readers of committed records wait for this"
              + " transaction",
          "kafka-transactions.sh --bootstrap-server %s abort --topic %s --partition %s --start-offset %d"
              .formatted(
                  servers,
                  transaction.partition().topic(),
                  transaction.partition().partition(),
                  transaction.startOffset()));
    }
    hangs = open.stream().anyMatch(OpenTransaction::hangs);
  }

  /** Looks for committed records that readers cannot reach. Call {@link #transactions} first. */
  void stableEnds(List<TopicPartition> partitions) {
    Map<TopicPartition, Long> stable = PartitionLogs.stableEnds(admin, partitions);
    Map<TopicPartition, Long> ends = PartitionLogs.ends(admin, partitions);
    String lagging =
        partitions.stream()
            .filter(partition -> ends.get(partition) > stable.get(partition))
            .map(p -> "%s by %d".formatted(p, ends.get(p) - stable.get(p)))
            .collect(Collectors.joining(", "));
    String check = "last stable offset";
    if (lagging.isEmpty()) {
      findings.ok(check, "at the end of every partition");
    } else if (hangs) {
      findings.fail(
          check,
          "below the high watermark: " + lagging,
          "a last stable offset at the end of each partition, soon after all writers have stopped",
          "end the hanging transactions");
    } else {
      findings.ok(check, "below the high watermark while transactions are open: " + lagging);
    }
  }

  /**
   * Checks the right to delete consumed records. Without this right, the topics grow without limit.
   * Requests to delete everything before the first offset, which deletes nothing.
   *
   * @param partitions partitions that topology, matcher and sinks trim
   */
  void deletion(Collection<TopicPartition> partitions) {
    Map<TopicPartition, RecordsToDelete> nothing = new HashMap<>();
    partitions.forEach(partition -> nothing.put(partition, RecordsToDelete.beforeOffset(0)));
    SortedMap<String, KafkaException> refused = new TreeMap<>();
    admin
        .deleteRecords(nothing)
        .lowWatermarks()
        .forEach(
            (partition, answer) -> {
              try {
                AdminCalls.await(answer);
              } catch (InterruptException e) {
                throw e;
              } catch (KafkaException e) {
                refused.put(partition.topic(), e);
              }
            });
    refused.forEach(
        (topic, error) ->
            findings.fail(
                "deleting records",
                "%s: %s".formatted(topic, error.getMessage()),
                "permission to delete consumed records; without it, the topics grow until ingest"
                    + " waits forever",
                RecordTrimmer.wayOut(topic, error)));
    if (refused.isEmpty()) {
      findings.ok("deleting records", "the broker allows Sluice to delete consumed records");
    }
  }
}
