package dev.sluice.topics.progress;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.PartitionLogs;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Reads the progress topic incrementally. It reads from the start once, then only new records.
 *
 * <p>Starts over if the topic was re-created, or after an hour without a read, because compaction
 * may have removed tombstones by then, and deletions would be missed. Thread-safe; one thread reads
 * at a time.
 */
final class ProgressReader {
  // The broker looks for expired transactions every 10 s by default; the rest is a margin.
  private static final Duration ABORT_MARGIN = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(100);

  /**
   * The maximum wait of a fetch. It is short because closing a consumer waits for its fetch, which
   * takes up to 500 ms by default.
   */
  private static final int SHORT_WAIT_MS = 20;

  private static final long EXPIRY_MILLIS = Duration.ofHours(1).toMillis();

  private final KafkaConnection connection;
  private final TopicPartition partition;
  private final Predicate<String> keys;
  private String topicId = "";
  private long position;
  private long readMillis;
  private ProgressState state = new ProgressState();
  private ProgressState seen = new ProgressState();

  /**
   * @param keys condition on the keys of records to keep
   */
  ProgressReader(KafkaConnection connection, TopicPartition partition, Predicate<String> keys) {
    this.connection = connection;
    this.partition = partition;
    this.keys = keys;
  }

  /**
   * Reads to the current end of the topic.
   *
   * @param end whether to read to the end of committed records, or of all records, for which open
   *     transactions are awaited
   * @return a state that never changes; the same object while there is nothing new
   */
  synchronized ProgressState readTo(IsolationLevel end) {
    String id;
    long offset;
    try (Admin admin = connection.admin()) {
      id = AdminCalls.topic(admin, partition.topic()).topicId().toString();
      offset = PartitionLogs.ends(admin, List.of(partition), end).get(partition);
    }
    long now = System.currentTimeMillis();
    if (!id.equals(topicId) || offset < position || Math.abs(now - readMillis) > EXPIRY_MILLIS) {
      startOver(id);
    }
    readMillis = now;
    if (position < offset) {
      try {
        read(offset);
      } catch (OffsetOutOfRangeException e) {
        startOver(id);
        read(offset);
      } finally {
        seen = new ProgressState(state);
      }
    }
    return seen;
  }

  private void startOver(String id) {
    topicId = id;
    position = 0;
    state = new ProgressState();
    seen = new ProgressState();
  }

  private void read(long end) {
    try (Consumer<byte[], byte[]> consumer = consumer()) {
      if (position == 0) {
        consumer.seekToBeginning(List.of(partition));
      } else {
        consumer.seek(partition, position);
      }
      long deadline = System.nanoTime() + timeout().toNanos();
      while (consumer.position(partition) < end) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          put(record);
        }
        position = consumer.position(partition);
        if (System.nanoTime() > deadline) {
          throw new TimeoutException(
              "cannot read %s beyond offset %d of %d: a transaction is hanging, or the broker is not available"
                  .formatted(partition, position, end));
        }
      }
    }
  }

  private void put(ConsumerRecord<byte[], byte[]> record) {
    if (keys.test(record.key() == null ? "" : new String(record.key(), UTF_8))) {
      ProgressLog.put(state, record);
    }
  }

  /**
   * Returns a timeout long enough for the broker to abort an open transaction of a dead process.
   */
  private Duration timeout() {
    return connection.transactionTimeout().plus(ABORT_MARGIN);
  }

  /** Assigns the partition early, because Kafka warns about offsets of unassigned partitions. */
  private Consumer<byte[], byte[]> consumer() {
    Consumer<byte[], byte[]> consumer =
        connection.consumer(Map.of(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, SHORT_WAIT_MS));
    consumer.assign(List.of(partition));
    return consumer;
  }
}
