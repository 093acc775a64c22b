package dev.sluice.topics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.ReplicaInfo;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/**
 * Reads the bounds and sizes of partitions' logs. Each method queries the broker once for all
 * partitions, and throws {@link KafkaException} if the broker or the client fails.
 */
public final class PartitionLogs {
  /**
   * The time to wait for open transactions. A transaction that is still open then was abandoned,
   * and readers wait for its timeout.
   */
  private static final Duration SETTLED_WITHIN = Duration.ofSeconds(10);

  private static final Duration ASK_EVERY = Duration.ofMillis(50);

  private PartitionLogs() {}

  /** Returns the first offset of each log. */
  public static Map<TopicPartition, Long> starts(
      Admin admin, Collection<TopicPartition> partitions) {
    return offsets(admin, partitions, OffsetSpec.earliest(), IsolationLevel.READ_UNCOMMITTED);
  }

  /** Returns the high watermark of each log. It is the offset after the last record. */
  public static Map<TopicPartition, Long> ends(Admin admin, Collection<TopicPartition> partitions) {
    return ends(admin, partitions, IsolationLevel.READ_UNCOMMITTED);
  }

  /** Returns the end of each log for readers of an isolation level. */
  public static Map<TopicPartition, Long> ends(
      Admin admin, Collection<TopicPartition> partitions, IsolationLevel level) {
    return offsets(admin, partitions, OffsetSpec.latest(), level);
  }

  /** Returns the last stable offset of each log. Readers of committed records stop there. */
  public static Map<TopicPartition, Long> stableEnds(
      Admin admin, Collection<TopicPartition> partitions) {
    return ends(admin, partitions, IsolationLevel.READ_COMMITTED);
  }

  /**
   * Waits until logs show everything committed, for at most ten seconds. A commit is acknowledged
   * before its markers are in the logs. A broker that was stopped in between writes the markers
   * shortly after it starts to answer.
   */
  public static void awaitSettled(Admin admin, Collection<TopicPartition> partitions) {
    long deadline = System.nanoTime() + SETTLED_WITHIN.toNanos();
    while (!stableEnds(admin, partitions).equals(ends(admin, partitions))
        && System.nanoTime() < deadline) {
      LockSupport.parkNanos(ASK_EVERY.toNanos());
    }
  }

  private static Map<TopicPartition, Long> offsets(
      Admin admin, Collection<TopicPartition> partitions, OffsetSpec spec, IsolationLevel level) {
    Map<TopicPartition, OffsetSpec> request = new HashMap<>();
    partitions.forEach(partition -> request.put(partition, spec));
    Map<TopicPartition, ListOffsetsResultInfo> found =
        AdminCalls.await(admin.listOffsets(request, new ListOffsetsOptions(level)).all());
    Map<TopicPartition, Long> offsets = new HashMap<>();
    found.forEach((partition, info) -> offsets.put(partition, info.offset()));
    return offsets;
  }

  /**
   * Returns the size, in bytes, of each partition's largest replica, for all topics that the user
   * may describe.
   */
  public static Map<TopicPartition, Long> bytes(Admin admin) {
    List<Integer> brokers = new ArrayList<>();
    AdminCalls.await(admin.describeCluster().nodes()).forEach(node -> brokers.add(node.id()));
    Map<TopicPartition, Long> bytes = new HashMap<>();
    for (Map<String, LogDirDescription> directories :
        AdminCalls.await(admin.describeLogDirs(brokers).allDescriptions()).values()) {
      for (LogDirDescription directory : directories.values()) {
        Map<TopicPartition, ReplicaInfo> replicas = directory.replicaInfos();
        replicas.forEach((partition, info) -> bytes.merge(partition, info.size(), Math::max));
      }
    }
    return bytes;
  }

  /**
   * Returns the committed offset of each partition. It is the next offset that the group will read.
   * The map is empty if the group does not exist, for example because its offsets expired.
   *
   * @throws KafkaException if the broker or the client fails
   */
  public static Map<TopicPartition, Long> committed(Admin admin, String group) {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    try {
      Map<TopicPartition, OffsetAndMetadata> found =
          AdminCalls.await(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
      found.forEach(
          (partition, offset) -> {
            if (offset != null) { // null if no offset was ever committed for the partition
              offsets.put(partition, offset.offset());
            }
          });
    } catch (GroupIdNotFoundException e) {
      return Map.of();
    }
    return offsets;
  }
}
