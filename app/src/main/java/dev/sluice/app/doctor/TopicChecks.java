package dev.sluice.app.doctor;

import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.TopicDifference;
import dev.sluice.topics.TopicPlan;
import dev.sluice.topics.TopicReview;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;

/** Compares the topics' settings and replicas with the required ones. */
final class TopicChecks {
  private final Admin admin;
  private final String servers;
  private final TopicPlan plan;

  TopicChecks(Admin admin, String servers, TopicPlan plan) {
    this.admin = admin;
    this.servers = servers;
    this.plan = plan;
  }

  void settings(Findings findings) {
    List<TopicDifference> differences = TopicReview.differences(admin, plan);
    List<TopicDifference> there =
        differences.stream().filter(d -> !d.key().equals(TopicDifference.MISSING)).toList();
    if (differences.size() > there.size()) {
      findings.ok(
          "topics",
          "%d of them are not there yet: the first role makes them"
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
      findings.ok("topics", "all settings of %s.* are as needed".formatted(plan.names().prefix()));
    }
  }

  private String cure(TopicDifference difference) {
    if (difference.key().equals(TopicDifference.PARTITIONS)) {
      return "the number is fixed for an output's life: --set kafka.partitions=%s for a new output, or another kafka.topic-prefix"
          .formatted(difference.seen());
    }
    String alter =
        "kafka-configs.sh --bootstrap-server %s --alter --entity-type topics --entity-name %s --add-config %s=%s"
            .formatted(servers, difference.topic(), difference.key(), difference.wanted());
    boolean deletes =
        difference.key().startsWith("retention") || difference.key().equals("cleanup.policy");
    return deletes
        ? alter + " (records may be lost already; doctor then reports it from the cuts)"
        : alter;
  }

  void replication(Findings findings) {
    List<String> names = plan.names().partitioned();
    Map<String, TopicDescription> topics =
        AdminCalls.await(admin.describeTopics(names).allTopicNames());
    int nodes = AdminCalls.await(admin.describeCluster().nodes()).size();
    long lacking =
        topics.values().stream()
            .flatMap(topic -> topic.partitions().stream())
            .filter(partition -> partition.isr().size() < partition.replicas().size())
            .count();
    long leaderless =
        topics.values().stream()
            .flatMap(topic -> topic.partitions().stream())
            .filter(partition -> partition.leader() == null)
            .count();
    TopicPartitionInfo first = topics.get(plan.names().documents()).partitions().get(0);
    int copies = first.replicas().size();
    int least = leastInSync();
    String seen = "%d copies on %d nodes, min.insync.replicas %d".formatted(copies, nodes, least);
    if (leaderless > 0) {
      findings.fail(
          "replication",
          seen + ", %d partitions have no leader".formatted(leaderless),
          "a leader for every partition",
          "bring the missing brokers back");
    } else if (least > copies) {
      findings.fail(
          "replication",
          seen,
          "min.insync.replicas of at most the number of copies: nothing can be written",
          "kafka-configs.sh --bootstrap-server %s --alter --entity-type topics --entity-name %s --add-config min.insync.replicas=%d"
              .formatted(servers, plan.names().documents(), Math.max(1, copies - 1)));
    } else if (lacking > 0) {
      findings.warn(
          "replication",
          seen + ", %d partitions lack a copy".formatted(lacking),
          "all copies in sync",
          "bring the missing brokers back");
    } else if (nodes > 1 && (copies == 1 || least == 1)) {
      findings.warn(
          "replication",
          seen,
          "3 copies and min.insync.replicas 2 where there are nodes for it: a broker that loses"
              + " power may lose what it acknowledged",
          "kafka.replication-factor for a new output; for this one kafka-reassign-partitions.sh");
    } else {
      findings.ok("replication", seen);
    }
  }

  private int leastInSync() {
    ConfigResource resource =
        new ConfigResource(ConfigResource.Type.TOPIC, plan.names().documents());
    Config config = AdminCalls.await(admin.describeConfigs(List.of(resource)).all()).get(resource);
    return Integer.parseInt(config.get(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG).value());
  }
}
