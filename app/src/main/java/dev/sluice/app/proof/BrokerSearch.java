package dev.sluice.app.proof;

import dev.sluice.app.Failure;
import dev.sluice.app.PartitionRecords;
import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.PartitionLogs;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** Reads topics on a broker of the user from their first record, also aborted records. */
final class BrokerSearch {
  private static final Map<String, Object> SETTINGS =
      Map.of(
          ConsumerConfig.ISOLATION_LEVEL_CONFIG,
          "read_uncommitted",
          ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
          "earliest");

  private final KafkaConnection connection;
  private final RecordSearch records;
  private final PlaceSearch search;

  BrokerSearch(KafkaConnection connection, RecordSearch records, PlaceSearch search) {
    this.connection = connection;
    this.records = records;
    this.search = search;
  }

  /**
   * Looks at topics that exist. A partition that the broker does not give does not keep others from
   * being looked at.
   *
   * @param hadTexts whether their deleted records may have had texts
   */
  void look(List<String> topics, boolean hadTexts) throws InterruptedException {
    try (Admin admin = connection.admin();
        Consumer<byte[], byte[]> consumer = connection.consumer(SETTINGS)) {
      List<String> there =
          AdminCalls.await(admin.listTopics().names()).stream().filter(topics::contains).toList();
      for (TopicPartition partition : AdminCalls.partitions(admin, there)) {
        search.look(partition, found -> look(admin, consumer, partition, hadTexts, found));
      }
    } catch (KafkaException | Failure e) {
      search.skip("%s: %s".formatted(connection.bootstrapServers(), e.getMessage()));
    }
  }

  private void look(
      Admin admin,
      Consumer<byte[], byte[]> consumer,
      TopicPartition partition,
      boolean hadTexts,
      java.util.function.Consumer<String> found) {
    long from = PartitionLogs.starts(admin, List.of(partition)).get(partition);
    long end = PartitionLogs.ends(admin, List.of(partition)).get(partition);
    if (hadTexts && from > 0) {
      search.skip(
          "%s: the broker has deleted the records before offset %,d, but their files may still exist"
              .formatted(partition, from));
    }
    PartitionRecords.read(
        consumer,
        partition,
        from,
        end,
        record -> {
          if (records.hasText(record.value())) {
            found.accept("offset " + record.offset());
          }
          return true;
        });
  }
}
