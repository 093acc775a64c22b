package dev.sluice.topics;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The consumer of a worker that shares partitions with its group and records its position in files.
 * The worker depends neither on rebalances nor on committed offsets. Used by one thread.
 */
public final class GroupMember implements AutoCloseable {
  /** The time after which other workers take over from a worker that is gone. */
  public static final int SESSION_TIMEOUT_MS = 8_000;

  private static final Logger LOG = LoggerFactory.getLogger(GroupMember.class);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

  /** The maximum wait of a fetch. It is short because closing a consumer waits for its fetch. */
  private static final int FETCH_WAIT_MS = 100;

  private final Consumer<byte[], byte[]> consumer;
  private boolean needsRebalance;
  private boolean commitPending;

  /**
   * @param group id of the group
   * @param instance static id of this member
   * @param fetchBytes limit of a fetch; a single record may be larger
   * @param partitionFetchBytes limit of a fetch for each partition
   * @param more further properties of the consumer
   */
  public GroupMember(
      KafkaConnection connection,
      String group,
      String instance,
      int fetchBytes,
      int partitionFetchBytes,
      Map<String, Object> more) {
    Map<String, Object> overrides = new HashMap<>(more);
    overrides.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    overrides.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, instance);
    overrides.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_TIMEOUT_MS);
    overrides.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, SESSION_TIMEOUT_MS / 4);
    overrides.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MS);
    overrides.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, fetchBytes);
    overrides.put(
        ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, Math.min(partitionFetchBytes, fetchBytes));
    overrides.put(
        ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
        CooperativeStickyAssignor.class.getName());
    this.consumer = connection.consumer(overrides);
    this.needsRebalance = !connection.usesNewGroups();
  }

  /** Returns the consumer. */
  public Consumer<byte[], byte[]> consumer() {
    return consumer;
  }

  /**
   * Commits offsets. They only serve to measure lag, because workers continue from their files.
   * Ingest waits for these offsets, so a failed commit must be repeated even if no more records
   * arrive.
   */
  public void commit(Map<TopicPartition, Long> offsets) {
    commitPending = false;
    Map<TopicPartition, OffsetAndMetadata> all = new HashMap<>();
    offsets.forEach((partition, offset) -> all.put(partition, new OffsetAndMetadata(offset)));
    consumer.commitAsync(
        all,
        (committed, error) -> {
          if (error != null) {
            commitPending = true;
            LOG.atDebug().setCause(error).log("cannot commit offsets");
          }
        });
  }

  /** Returns whether the last commit has failed and must be repeated. */
  public boolean isCommitPending() {
    return commitPending;
  }

  /**
   * Requests one rebalance when the worker gets its first partitions. A static member that returns
   * gets its former assignment. If the group stopped between the two steps of a cooperative
   * rebalance, partitions that were revoked in the first step stay unowned, because no member
   * requests the second step.
   */
  public void requestRebalance() {
    if (needsRebalance) {
      needsRebalance = false;
      consumer.enforceRebalance("restarted, possibly during a rebalance");
    }
  }

  /**
   * Closes the consumer without waiting for a rebalance or for offset commits. Nothing depends on
   * them.
   */
  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(CLOSE_TIMEOUT));
  }
}
