package dev.sluice.app.doctor;

import dev.sluice.app.run.Brokers;
import dev.sluice.topics.AdminCalls;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;

/** Checks the broker: identity, version, clock. */
final class BrokerChecks {
  /** The level of {@code metadata.version} introduced by Kafka 4.0. */
  private static final int METADATA_OF_4_0 = 22;

  private static final Duration APART = Duration.ofSeconds(5);

  private final Admin admin;
  private final String servers;

  BrokerChecks(Admin admin, String servers) {
    this.admin = admin;
    this.servers = servers;
  }

  void look(Findings findings) {
    findings.guard("broker", () -> cluster(findings));
    findings.guard("broker version", () -> features(findings));
  }

  private void cluster(Findings findings) {
    DescribeClusterResult cluster = admin.describeCluster();
    Collection<Node> nodes = AdminCalls.await(cluster.nodes());
    findings.ok(
        "broker",
        "%s answers: cluster %s, %d node%s"
            .formatted(
                servers,
                AdminCalls.await(cluster.clusterId()),
                nodes.size(),
                nodes.size() == 1 ? "" : "s"));
  }

  private void features(Findings findings) {
    Map<String, FinalizedVersionRange> features =
        AdminCalls.await(admin.describeFeatures().featureMetadata()).finalizedFeatures();
    int metadata = level(features, "metadata.version");
    findings.require(
        metadata >= METADATA_OF_4_0,
        "broker version",
        "metadata.version %d".formatted(metadata)
            + (metadata >= METADATA_OF_4_0 ? ", Kafka 4.0 or newer" : ""),
        "metadata.version %d at least, which Kafka 4.0 began with".formatted(METADATA_OF_4_0),
        "upgrade the broker, then kafka-features.sh --bootstrap-server %s upgrade --release-version 4.0"
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

  /**
   * Compares the newest append times with this machine's clock. Kafka has no call for its time, so
   * only a clock that is ahead is noticed.
   */
  void clock(List<TopicPartition> partitions, Findings findings) {
    Map<TopicPartition, OffsetSpec> question = new HashMap<>();
    partitions.forEach(partition -> question.put(partition, OffsetSpec.maxTimestamp()));
    long newest =
        AdminCalls.await(admin.listOffsets(question).all()).values().stream()
            .mapToLong(ListOffsetsResultInfo::timestamp)
            .max()
            .orElse(-1);
    if (newest < 0) {
      findings.ok("clock", "no records yet to compare with");
      return;
    }
    Duration ahead = Duration.between(Instant.now(), Instant.ofEpochMilli(newest));
    String seen = "the broker took its newest record at " + Instant.ofEpochMilli(newest);
    if (ahead.compareTo(APART) > 0) {
      findings.warn(
          "clock",
          seen + ", %d s ahead of this machine".formatted(ahead.toSeconds()),
          "clocks less than 5 s apart: ages and rates are computed from them",
          "set both by NTP");
    } else {
      findings.ok("clock", seen);
    }
  }
}
