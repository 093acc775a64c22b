package dev.sluice.ingest;

import dev.sluice.topics.GroupOffsets;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.PartitionLogs;
import dev.sluice.topics.TopicNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the log within its budget: waits while what the topology and the sinks have not yet taken
 * is more than a limit. Bytes are the broker's, shared out over the offsets of a partition;
 * documents count behind the offset the topology has committed, curated documents behind the
 * position the sinks have committed.
 */
public final class LogPressure implements BackPressure, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LogPressure.class);
  private static final Duration ASK_EVERY = Duration.ofMillis(500);
  private static final Duration WAIT = Duration.ofMillis(200);

  private final Admin admin;
  private final TopicNames names;
  private final List<TopicPartition> partitions = new ArrayList<>();
  private final long limitBytes;
  private long askedNanos;

  /**
   * @param partitions of each topic
   * @param limitBytes how much may wait to be taken
   */
  public LogPressure(
      KafkaConnection connection, TopicNames names, int partitions, long limitBytes) {
    this.admin = connection.admin();
    this.names = names;
    this.limitBytes = limitBytes;
    List<String> topics = new ArrayList<>(names.curated());
    topics.add(names.documents());
    for (String topic : topics) {
      for (int i = 0; i < partitions; i++) {
        this.partitions.add(new TopicPartition(topic, i));
      }
    }
    this.askedNanos = System.nanoTime();
  }

  @Override
  public void await() throws InterruptedException {
    if (System.nanoTime() - askedNanos < ASK_EVERY.toNanos()) {
      return;
    }
    long waiting = unconsumedBytes();
    boolean told = false;
    while (waiting > limitBytes) {
      if (!told) {
        LOG.atInfo()
            .addKeyValue("unconsumedBytes", waiting)
            .addKeyValue("limitBytes", limitBytes)
            .log("waiting for topology and sinks");
        told = true;
      }
      Thread.sleep(WAIT.toMillis());
      waiting = unconsumedBytes();
    }
    askedNanos = System.nanoTime();
  }

  /** Bytes in the log that are still to be taken by the topology or the sinks. */
  long unconsumedBytes() {
    Map<TopicPartition, Long> taken =
        new HashMap<>(GroupOffsets.committed(admin, names.sinkGroup()));
    taken.putAll(GroupOffsets.committed(admin, names.applicationId()));
    Map<TopicPartition, Long> starts = PartitionLogs.starts(admin, partitions);
    Map<TopicPartition, Long> ends = PartitionLogs.ends(admin, partitions);
    Map<TopicPartition, Long> sizes = PartitionLogs.bytes(admin);
    long bytes = 0;
    for (TopicPartition partition : partitions) {
      long start = starts.get(partition);
      long end = ends.get(partition);
      long from = Math.max(start, taken.getOrDefault(partition, start));
      double share = end > start ? (double) (end - from) / (end - start) : 0;
      bytes += Math.round(share * sizes.getOrDefault(partition, 0L));
    }
    return bytes;
  }

  @Override
  public void close() {
    admin.close();
  }
}
