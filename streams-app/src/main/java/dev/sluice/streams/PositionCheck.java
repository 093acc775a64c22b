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
 * Checks at a start that the broker has not lost records that the topology processed. An
 * unreplicated broker may lose the end of its log in a power failure. New records would then get
 * offsets that the state counts as processed, and would be skipped.
 */
final class PositionCheck {
  private PositionCheck() {}

  /**
   * Compares positions with the ends of the log. Positions are the offsets that the group
   * committed, or those of the ledgers if the group expired or was deleted.
   *
   * @throws StreamsException if a position is beyond the end of its partition
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
