package dev.sluice.app.sample;

import dev.sluice.app.Failure;
import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.PartitionLogs;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.progress.PinnedUnits;
import dev.sluice.topics.progress.ProgressLog;
import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.Forget;
import dev.sluice.topics.record.MalformedRecordException;
import dev.sluice.topics.record.SelectedRow;
import dev.sluice.topics.record.SelectedRows;
import dev.sluice.topics.record.TopicDocument;
import dev.sluice.topics.record.TopicRecord;
import dev.sluice.topics.record.WriterSchemas;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Reads what is committed to curated topics, partition by partition. Not thread-safe. */
public final class CuratedTopics implements Closeable {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int FETCH_BYTES = 16 << 20;

  /** A document's position: partition, offset with this many bits, index in its record. */
  private static final int OFFSET_BITS = 38;

  /** More than a record has: its rows take at least 40 of at most 576 KiB. */
  private static final int INDEX_BITS = 14;

  private final TopicNames names;
  private final ProgressLog progress;
  private final WriterSchemas schemas;
  private final Admin admin;
  private final Consumer<byte[], byte[]> consumer;

  /** Takes documents with their positions, which rise. */
  @FunctionalInterface
  interface Documents {
    void accept(long position, TopicDocument document) throws IOException, InterruptedException;
  }

  /**
   * What is committed to a topic at one moment.
   *
   * @param starts the first offset of each partition
   * @param ends behind the last
   */
  record Log(
      String topic, String id, SortedMap<Integer, Long> starts, SortedMap<Integer, Long> ends) {
    /** All offsets, documents or not. */
    long offsets() {
      return ends.values().stream().mapToLong(Long::longValue).sum()
          - starts.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /** Connects to a broker; to be closed. */
  public CuratedTopics(KafkaConnection connection, String prefix) {
    this.names = new TopicNames(prefix, List.of());
    this.progress = new ProgressLog(connection, names.progress());
    this.schemas = progress.schemas();
    this.admin = connection.admin();
    this.consumer =
        connection.consumer(
            Map.of(
                ConsumerConfig.FETCH_MAX_BYTES_CONFIG,
                FETCH_BYTES,
                ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
                FETCH_BYTES));
  }

  /** The commits that units read their input at. */
  PinnedUnits pinned() {
    return new PinnedUnits(progress);
  }

  /** The curated topic of a bucket. */
  String name(String bucket) {
    return names.curated(bucket);
  }

  /** The buckets that have a topic. */
  List<String> buckets() {
    String prefix = names.curated("");
    return AdminCalls.await(admin.listTopics().names()).stream()
        .filter(topic -> topic.startsWith(prefix))
        .map(topic -> topic.substring(prefix.length()))
        .sorted()
        .toList();
  }

  /** What is committed to a bucket's topic now. */
  Log log(String bucket) {
    String topic = name(bucket);
    TopicDescription description =
        AdminCalls.await(admin.describeTopics(List.of(topic)).allTopicNames()).get(topic);
    List<TopicPartition> partitions =
        description.partitions().stream()
            .map(partition -> new TopicPartition(topic, partition.partition()))
            .sorted(Comparator.comparing(TopicPartition::partition))
            .toList();
    return new Log(
        topic,
        description.topicId().toString(),
        byNumber(PartitionLogs.starts(admin, partitions)),
        byNumber(PartitionLogs.stableEnds(admin, partitions)));
  }

  private static SortedMap<Integer, Long> byNumber(Map<TopicPartition, Long> offsets) {
    SortedMap<Integer, Long> numbers = new TreeMap<>();
    offsets.forEach((partition, offset) -> numbers.put(partition.partition(), offset));
    return numbers;
  }

  /**
   * Hands over the documents of a log, by partition and offset.
   *
   * @throws Failure when the log has gone in part, holds a reset that the sink has not yet carried
   *     out, or what is no curated record
   */
  void read(Log log, Documents documents) throws IOException, InterruptedException {
    for (int partition : log.starts().keySet()) {
      read(log, new TopicPartition(log.topic(), partition), documents);
    }
  }

  private void read(Log log, TopicPartition partition, Documents documents)
      throws IOException, InterruptedException {
    long end = log.ends().get(partition.partition());
    consumer.assign(List.of(partition));
    consumer.seek(partition, log.starts().get(partition.partition()));
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (consumer.position(partition) < end) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        deadline = System.nanoTime() + PATIENCE.toNanos();
        if (record.offset() < end) {
          accept(partition, record, documents);
        }
      }
      if (Thread.interrupted()) {
        throw new InterruptedException("asked to stop");
      }
      if (System.nanoTime() > deadline) {
        throw new Failure(
            "%s cannot be read beyond offset %d of %d: the broker returns no records; run `doctor` with the same --kafka or --work-dir"
                .formatted(partition, consumer.position(partition), end));
      }
    }
  }

  private void accept(
      TopicPartition partition, ConsumerRecord<byte[], byte[]> record, Documents documents)
      throws IOException, InterruptedException {
    try {
      TopicRecord value = schemas.read(record.value());
      if (value instanceof Forget forget) {
        throw new Failure(
            "%s holds the reset of dump %s at offset %d, which the sink has not yet carried out: let it, and type the same command again"
                .formatted(partition, forget.dump(), record.offset()));
      }
      long position = ((long) partition.partition() << OFFSET_BITS | record.offset()) << INDEX_BITS;
      if (value instanceof DocumentRecord document) {
        documents.accept(position, document);
      } else if (value instanceof SelectedRows rows) {
        for (SelectedRow row : rows.documents()) {
          documents.accept(position++, row);
        }
      }
    } catch (MalformedRecordException e) {
      throw new Failure(
          "%s offset %d is no curated document: %s"
              .formatted(partition, record.offset(), e.getMessage()),
          e);
    }
  }

  @Override
  public void close() {
    consumer.close();
    admin.close();
  }
}
