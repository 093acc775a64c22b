package dev.sluice.streams;

import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.PartitionLogs;
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

/**
 * Reads the ledgers' positions from their changelog. The changelog is small: some counters, plus
 * what is not compacted yet.
 */
final class LedgerPositions {
  private static final Duration POLL = Duration.ofMillis(200);

  private LedgerPositions() {}

  /** The next offset of each of these partitions. Contains no partition that was never read. */
  static Map<TopicPartition, Long> read(
      KafkaConnection connection,
      Admin admin,
      String application,
      Collection<TopicPartition> documents) {
    String changelog = LedgerSupplier.changelog(application);
    if (documents.isEmpty() || !AdminCalls.await(admin.listTopics().names()).contains(changelog)) {
      return Map.of();
    }
    Map<TopicPartition, TopicPartition> sources = new HashMap<>();
    documents.forEach(
        partition -> sources.put(new TopicPartition(changelog, partition.partition()), partition));
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
