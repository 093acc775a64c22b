package dev.sluice.cli.job;

import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.KafkaConnection;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * Waits until a broker that has just been started shows all that was committed. A commit is
 * acknowledged before the partitions are marked with it; a broker that was stopped in between does
 * so when it is back, a moment after it begins to answer.
 */
final class SettledLog {
  /** A transaction that is still open then was left behind: the readers wait for its timeout. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Duration ASK_EVERY = Duration.ofMillis(50);

  private SettledLog() {}

  /** Returns when no transaction is open on the topics of this prefix, or after ten seconds. */
  static void await(KafkaConnection connection, String prefix) {
    try (Admin admin = connection.admin()) {
      Map<TopicPartition, OffsetSpec> ends = ends(admin, prefix);
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (!isSettled(admin, ends) && System.nanoTime() < deadline) {
        LockSupport.parkNanos(ASK_EVERY.toNanos());
      }
    }
  }

  private static Map<TopicPartition, OffsetSpec> ends(Admin admin, String prefix) {
    List<String> topics =
        AdminCalls.await(admin.listTopics().names()).stream()
            .filter(topic -> topic.startsWith(prefix + "."))
            .toList();
    Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
    for (TopicDescription topic :
        AdminCalls.await(admin.describeTopics(topics).allTopicNames()).values()) {
      topic
          .partitions()
          .forEach(
              partition ->
                  ends.put(
                      new TopicPartition(topic.name(), partition.partition()),
                      OffsetSpec.latest()));
    }
    return ends;
  }

  private static boolean isSettled(Admin admin, Map<TopicPartition, OffsetSpec> ends) {
    return offsets(admin, ends, IsolationLevel.READ_COMMITTED)
        .equals(offsets(admin, ends, IsolationLevel.READ_UNCOMMITTED));
  }

  private static Map<TopicPartition, Long> offsets(
      Admin admin, Map<TopicPartition, OffsetSpec> ends, IsolationLevel level) {
    Map<TopicPartition, ListOffsetsResultInfo> found =
        AdminCalls.await(admin.listOffsets(ends, new ListOffsetsOptions(level)).all());
    return found.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().offset()));
  }
}
