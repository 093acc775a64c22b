package dev.sluice.topics;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;

/**
 * The topics that an output needs, and their configuration. Records do not expire; they are deleted
 * once what was made from them is committed.
 *
 * @param names names of the topics
 * @param partitions number of partitions of all topics except the progress topic and the topic of
 *     signatures, which have one
 * @param nearDedup whether there is a topic of signatures
 * @param replicationFactor replication factor of all topics
 * @param maxRecordBytes maximum size of a record
 */
public record TopicPlan(
    TopicNames names,
    int partitions,
    boolean nearDedup,
    short replicationFactor,
    int maxRecordBytes) {
  // Only closed segments are deleted, so small segments keep the log small.
  private static final int SEGMENT_BYTES = 32 << 20;

  // Compaction skips the active segment, and every start reads the entire topic.
  private static final int PROGRESS_SEGMENT_BYTES = 8 << 20;
  private static final int INDEX_BYTES = 1 << 20;

  /** Creates the topics of an output without near-deduplication. */
  public TopicPlan(TopicNames names, int partitions, short replicationFactor, int maxRecordBytes) {
    this(names, partitions, false, replicationFactor, maxRecordBytes);
  }

  /** Checks that the numbers of partitions and replicas are at least 1. */
  public TopicPlan {
    if (partitions < 1 || replicationFactor < 1) {
      throw new IllegalArgumentException(
          "kafka.partitions " + partitions + " and kafka.replication-factor " + replicationFactor);
    }
  }

  /** Returns the topics to create, sorted by name. */
  List<NewTopic> topics() {
    Map<String, NewTopic> topics = new TreeMap<>();
    for (String name : names.partitioned()) {
      topics.put(
          name,
          new NewTopic(name, partitions, replicationFactor)
              .configs(recordConfigs(maxRecordBytes, segmentBytes())));
    }
    if (nearDedup) {
      topics.put(
          names.signatures(),
          new NewTopic(names.signatures(), 1, replicationFactor)
              .configs(recordConfigs(maxRecordBytes, segmentBytes())));
    }
    topics.put(
        names.progress(),
        new NewTopic(names.progress(), 1, replicationFactor).configs(progressConfigs()));
    return List.copyOf(topics.values());
  }

  /** Returns the segment size of the partitioned topics, in bytes. */
  int segmentBytes() {
    return segmentBytes(maxRecordBytes);
  }

  /**
   * Returns the segment size of topics with records of up to this size. A segment must hold at
   * least one of them.
   */
  public static int segmentBytes(int maxRecordBytes) {
    return Math.max(SEGMENT_BYTES, maxRecordBytes);
  }

  private static Map<String, String> recordConfigs(int maxRecordBytes, int segmentBytes) {
    return Map.of(
        TopicConfig.CLEANUP_POLICY_CONFIG,
        TopicConfig.CLEANUP_POLICY_DELETE,
        TopicConfig.RETENTION_MS_CONFIG,
        "-1",
        TopicConfig.RETENTION_BYTES_CONFIG,
        "-1",
        TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
        "LogAppendTime",
        TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
        Integer.toString(maxRecordBytes),
        TopicConfig.SEGMENT_BYTES_CONFIG,
        Integer.toString(segmentBytes),
        TopicConfig.SEGMENT_INDEX_BYTES_CONFIG,
        Integer.toString(INDEX_BYTES));
  }

  private Map<String, String> progressConfigs() {
    return Map.of(
        TopicConfig.CLEANUP_POLICY_CONFIG,
        TopicConfig.CLEANUP_POLICY_COMPACT,
        TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
        "LogAppendTime",
        TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
        Integer.toString(maxRecordBytes),
        TopicConfig.SEGMENT_BYTES_CONFIG,
        Integer.toString(Math.max(PROGRESS_SEGMENT_BYTES, maxRecordBytes)));
  }
}
