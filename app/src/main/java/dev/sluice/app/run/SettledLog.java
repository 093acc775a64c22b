package dev.sluice.app.run;

import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.PartitionLogs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;

/**
 * Waits until a broker that has just started shows everything committed. A commit is acknowledged
 * before the partitions are marked with it; a broker stopped in between writes the markers shortly
 * after it starts to answer.
 */
final class SettledLog {
  /** A transaction still open then was abandoned; readers wait for its timeout. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Duration ASK_EVERY = Duration.ofMillis(50);

  private SettledLog() {}

  /**
   * Returns when no transaction is open on the topics of this prefix, at the latest after ten
   * seconds.
   */
  static void await(KafkaConnection connection, String prefix) {
    try (Admin admin = connection.admin()) {
      List<TopicPartition> partitions = partitions(admin, prefix);
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (!isSettled(admin, partitions) && System.nanoTime() < deadline) {
        LockSupport.parkNanos(ASK_EVERY.toNanos());
      }
    }
  }

  private static List<TopicPartition> partitions(Admin admin, String prefix) {
    List<String> topics =
        AdminCalls.await(admin.listTopics().names()).stream()
            .filter(topic -> topic.startsWith(prefix + "."))
            .toList();
    List<TopicPartition> partitions = new ArrayList<>();
    for (TopicDescription topic :
        AdminCalls.await(admin.describeTopics(topics).allTopicNames()).values()) {
      topic
          .partitions()
          .forEach(
              partition -> partitions.add(new TopicPartition(topic.name(), partition.partition())));
    }
    return partitions;
  }

  private static boolean isSettled(Admin admin, List<TopicPartition> partitions) {
    return PartitionLogs.stableEnds(admin, partitions)
        .equals(PartitionLogs.ends(admin, partitions));
  }
}
