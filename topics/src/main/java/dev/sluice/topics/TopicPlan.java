package dev.sluice.topics;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;

/**
 * The topics an output needs, and how each is configured. Nothing expires: records go when they are
 * trimmed behind what was written down elsewhere.
 *
 * @param names of the topics
 * @param partitions of all topics but the progress, which has one
 * @param replicationFactor of all topics
 * @param maxRecordBytes largest record that must fit
 */
public record TopicPlan(
    TopicNames names, int partitions, short replicationFactor, int maxRecordBytes) {
  // Deletion works by whole segments, and the active one stays: small ones bound the log.
  private static final int SEGMENT_BYTES = 32 << 20;

  // Compaction leaves the active segment alone, and every start reads the progress whole.
  private static final int PROGRESS_SEGMENT_BYTES = 8 << 20;
  private static final int INDEX_BYTES = 1 << 20;

  /** Checks that there is at least one partition and replica. */
  public TopicPlan {
    if (partitions < 1 || replicationFactor < 1) {
      throw new IllegalArgumentException(
          "kafka.partitions " + partitions + " and kafka.replication-factor " + replicationFactor);
    }
  }

  /** The topics to create, in the order of their names' declaration. */
  List<NewTopic> topics() {
    Map<String, NewTopic> topics = new TreeMap<>();
    for (String name : names.partitioned()) {
      topics.put(name, new NewTopic(name, partitions, replicationFactor).configs(recordConfigs()));
    }
    topics.put(
        names.progress(),
        new NewTopic(names.progress(), 1, replicationFactor).configs(progressConfigs()));
    return List.copyOf(topics.values());
  }

  /** Bytes of a segment of the document topics. */
  int segmentBytes() {
    return segmentBytes(maxRecordBytes);
  }

  /** Bytes of a segment of the document topics whose records take so many at most: one must fit. */
  public static int segmentBytes(int maxRecordBytes) {
    return Math.max(SEGMENT_BYTES, maxRecordBytes);
  }

  private Map<String, String> recordConfigs() {
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
        Integer.toString(segmentBytes()),
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
