package dev.sluice.topics;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/** How far a consumer group has come. */
public final class GroupOffsets {
  private GroupOffsets() {}

  /**
   * The offsets that a group has committed: of each partition the next one it will read. Empty for
   * a group that does not exist (yet, or any more: offsets expire).
   *
   * @throws KafkaException what the broker or the client said
   */
  public static Map<TopicPartition, Long> committed(Admin admin, String group) {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    try {
      Map<TopicPartition, OffsetAndMetadata> found =
          AdminCalls.await(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
      found.forEach(
          (partition, offset) -> {
            if (offset != null) { // asked for, but never committed
              offsets.put(partition, offset.offset());
            }
          });
    } catch (GroupIdNotFoundException e) {
      return Map.of();
    }
    return offsets;
  }
}
