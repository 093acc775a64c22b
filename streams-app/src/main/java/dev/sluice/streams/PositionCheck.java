package dev.sluice.streams;

import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.GroupOffsets;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.PartitionLogs;
import dev.sluice.topics.TopicNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.errors.StreamsException;

/**
 * Checks before a start that the broker still has what the topology has taken. A broker without
 * replicas that lost power may have lost the end of its log; rows sent anew would then get offsets
 * that the state counts as done, and be skipped.
 */
final class PositionCheck {
  private PositionCheck() {}

  /**
   * Compares positions with the ends of the log: those that the group has committed, and where it
   * has none any more, because it expired or was deleted, those of the ledger.
   *
   * @throws StreamsException naming the partition, when a position lies beyond its end
   */
  static void check(KafkaConnection connection, TopicNames names) {
    String group = names.applicationId();
    try (Admin admin = connection.admin()) {
      Map<TopicPartition, Long> positions = new HashMap<>(GroupOffsets.committed(admin, group));
      List<TopicPartition> unknown = new ArrayList<>(partitions(admin, names.documents()));
      unknown.removeAll(positions.keySet());
      positions.putAll(LedgerPositions.read(connection, admin, group, unknown));
      PartitionLogs.ends(admin, positions.keySet())
          .forEach((partition, end) -> compare(partition, positions.get(partition), end));
    }
  }

  private static List<TopicPartition> partitions(Admin admin, String topic) {
    return AdminCalls.await(admin.describeTopics(List.of(topic)).allTopicNames())
        .get(topic)
        .partitions()
        .stream()
        .map(partition -> new TopicPartition(topic, partition.partition()))
        .toList();
  }

  private static void compare(TopicPartition partition, long position, long end) {
    if (position > end) {
      throw new StreamsException(
          "%s ends at offset %d, the topology continues at %d: the broker has lost records that were acknowledged; start a new output with another kafka.topic-prefix"
              .formatted(partition, end, position));
    }
  }
}
