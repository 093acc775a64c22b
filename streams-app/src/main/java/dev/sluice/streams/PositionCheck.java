package dev.sluice.streams;

import dev.sluice.streams.Ledger.LedgerSupplier;
import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.PartitionLogs;
import dev.sluice.topics.TopicNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.errors.StreamsException;

/**
 * Checks when the topology starts that the broker has not lost records that the topology has
 * processed. An unreplicated broker may lose the end of its log in a power failure. New records
 * would then get offsets that the state counts as processed, and would be skipped.
 */
final class PositionCheck {
  private PositionCheck() {}

  /**
   * Compares positions with the ends of the log. Positions are the offsets that the group
   * committed, or those of the ledgers if the group expired or was deleted.
   *
   * @throws StreamsException if a position is beyond the end of its partition
   */
  static void check(KafkaConnection connection, Admin admin, TopicNames names) {
    String group = names.applicationId();
    Map<TopicPartition, Long> positions = new HashMap<>(PartitionLogs.committed(admin, group));
    List<TopicPartition> unknown = AdminCalls.partitions(admin, List.of(names.documents()));
    unknown.removeAll(positions.keySet());
    positions.putAll(LedgerPositions.read(connection, admin, group, unknown));
    PartitionLogs.ends(admin, positions.keySet())
        .forEach((partition, end) -> compare(partition, positions.get(partition), end));
  }

  private static void compare(TopicPartition partition, long position, long end) {
    if (position > end) {
      throw lostRecords(partition, position, end);
    }
  }

  /**
   * Returns the failure of a topology whose state knows more of a partition than the broker has.
   *
   * @param position offset at which the topology would continue
   * @param end offset after the last record of the partition
   */
  static StreamsException lostRecords(TopicPartition partition, long position, long end) {
    return new StreamsException(
        "%s ends at offset %d, but the topology continues at %d. The broker has lost acknowledged records. Start a new output with a different kafka.topic-prefix"
            .formatted(partition, end, position));
  }

  /**
   * Reads the ledgers' positions from their changelog. The changelog is small: it holds some
   * counters, plus what is not compacted yet.
   */
  static final class LedgerPositions {
    private static final Duration POLL = Duration.ofMillis(200);

    private LedgerPositions() {}

    /**
     * Returns the next offset of each of these partitions. Partitions that were never read are left
     * out.
     */
    static Map<TopicPartition, Long> read(
        KafkaConnection connection,
        Admin admin,
        String application,
        Collection<TopicPartition> documents) {
      String changelog = LedgerSupplier.changelog(application);
      if (documents.isEmpty()
          || !AdminCalls.await(admin.listTopics().names()).contains(changelog)) {
        return Map.of();
      }
      Map<TopicPartition, TopicPartition> sources = new HashMap<>();
      documents.forEach(
          partition ->
              sources.put(new TopicPartition(changelog, partition.partition()), partition));
      Map<TopicPartition, Long> ends = PartitionLogs.stableEnds(admin, sources.keySet());
      Map<TopicPartition, Long> positions = new HashMap<>();
      try (Consumer<byte[], byte[]> consumer = connection.consumer(Map.of())) {
        List<TopicPartition> open = new ArrayList<>(sources.keySet());
        consumer.assign(open);
        consumer.seekToBeginning(open);
        while (!open.isEmpty()) {
          for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
            if (Arrays.equals(record.key(), Ledger.NEXT.get()) && record.value() != null) {
              TopicPartition partition = new TopicPartition(record.topic(), record.partition());
              positions.put(sources.get(partition), Ledger.toLong(record.value()));
            }
          }
          open.removeIf(partition -> consumer.position(partition) >= ends.get(partition));
        }
      }
      return positions;
    }
  }
}
