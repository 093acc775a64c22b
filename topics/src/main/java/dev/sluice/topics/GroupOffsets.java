package dev.sluice.topics;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/** Reads the committed offsets of consumer groups. */
public final class GroupOffsets {
  private GroupOffsets() {}

  /**
   * Returns the committed offset of each partition: the next one that the group will read. Empty if
   * the group does not exist, for example because its offsets expired.
   *
   * @throws KafkaException the exception of broker or client
   */
  public static Map<TopicPartition, Long> committed(Admin admin, String group) {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    try {
      Map<TopicPartition, OffsetAndMetadata> found =
          AdminCalls.await(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
      found.forEach(
          (partition, offset) -> {
            if (offset != null) { // requested, but never committed
              offsets.put(partition, offset.offset());
            }
          });
    } catch (GroupIdNotFoundException e) {
      return Map.of();
    }
    return offsets;
  }
}
