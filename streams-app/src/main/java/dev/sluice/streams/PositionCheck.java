package dev.sluice.streams;

import dev.sluice.topics.GroupOffsets;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.PartitionLogs;
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
   * Compares committed positions with the ends of the log.
   *
   * @throws StreamsException naming the partition, when a position lies beyond its end
   */
  static void check(KafkaConnection connection, String group) {
    try (Admin admin = connection.admin()) {
      Map<TopicPartition, Long> positions = GroupOffsets.committed(admin, group);
      PartitionLogs.ends(admin, positions.keySet())
          .forEach((partition, end) -> compare(partition, positions.get(partition), end));
    }
  }

  private static void compare(TopicPartition partition, long position, long end) {
    if (position > end) {
      throw new StreamsException(
          "%s ends at offset %d, the topology continues at %d: the broker has lost records that were acknowledged; start a new output with another kafka.topic-prefix"
              .formatted(partition, end, position));
    }
  }
}
