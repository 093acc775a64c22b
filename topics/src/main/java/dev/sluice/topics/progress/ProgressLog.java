package dev.sluice.topics.progress;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.topics.KafkaConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Reads the progress topic and makes its records; JSON, so that a person can read it too. The last
 * record of a key counts; one without a value deletes it.
 */
public final class ProgressLog {
  private static final ObjectMapper JSON = JsonMapper.builder().build();
  // How often the broker looks for transactions to end, by its default, and some patience.
  private static final Duration ENDED_WITHIN = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(100);

  /** Closing a consumer waits for its fetch, which the broker would hold for half a second. */
  private static final Map<String, Object> SHORT_WAITS =
      Map.of(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 20);

  private static final String OWNER = "owner";
  private static final String FILES = "files/";
  private static final String PROGRESS = "progress/";
  private static final String RESET = "reset/";
  private static final String RESTORE = "restore/";

  private final KafkaConnection connection;
  private final TopicPartition partition;

  /** The log in this topic. */
  public ProgressLog(KafkaConnection connection, String topic) {
    this.connection = connection;
    this.partition = new TopicPartition(topic, 0);
  }

  /** A record that says who owns the output. */
  public ProducerRecord<byte[], byte[]> record(Owner owner) {
    return record(OWNER, owner);
  }

  /** A record that freezes a unit's files. */
  public ProducerRecord<byte[], byte[]> record(UnitFiles files) {
    return record(FILES + files.unit(), files);
  }

  /** A record that says how far a unit was read. */
  public ProducerRecord<byte[], byte[]> record(UnitProgress progress) {
    return record(PROGRESS + progress.unit(), progress);
  }

  /** A record that says how far a dump's reset is. */
  public ProducerRecord<byte[], byte[]> record(Reset reset) {
    return record(RESET + reset.dump(), reset);
  }

  /** The record that takes back what is known of a dump's reset. */
  public ProducerRecord<byte[], byte[]> tombstoneOfReset(String dump) {
    return tombstone(RESET + dump);
  }

  /** The records that forget a unit. */
  public List<ProducerRecord<byte[], byte[]>> tombstones(String unit) {
    return List.of(tombstone(FILES + unit), tombstone(PROGRESS + unit));
  }

  /** A record that says how far an instance of the topology is with restoring its stores. */
  public ProducerRecord<byte[], byte[]> record(RestoreProgress restore) {
    return record(RESTORE + restore.instance(), restore);
  }

  /** A record that an instance restores nothing any more. */
  public ProducerRecord<byte[], byte[]> restored(String instance) {
    return tombstone(RESTORE + instance);
  }

  /** All that is committed now; open transactions are not waited for. */
  public ProgressState read() {
    return readTo("read_committed");
  }

  /**
   * All up to the topic's end as it is now. Waits for transactions that are open, because another
   * unit's open transaction would otherwise hide what is committed behind it.
   */
  public ProgressState readToEnd() {
    return readTo("read_uncommitted");
  }

  private ProgressState readTo(String endIsolation) {
    long end = end(endIsolation);
    ProgressState state = new ProgressState();
    try (Consumer<byte[], byte[]> consumer = connection.consumer(SHORT_WAITS)) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long deadline = System.nanoTime() + within().toNanos();
      while (consumer.position(partition) < end) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          put(state, record);
        }
        if (System.nanoTime() > deadline) {
          throw new TimeoutException(
              "%s cannot be read beyond offset %d of %d: a transaction hangs, or the broker is gone"
                  .formatted(partition, consumer.position(partition), end));
        }
      }
    }
    return state;
  }

  /** An open transaction of a process that is gone is ended by the broker before. */
  private Duration within() {
    return connection.transactionTimeout().plus(ENDED_WITHIN);
  }

  private long end(String isolation) {
    Map<String, Object> overrides = Map.of(ConsumerConfig.ISOLATION_LEVEL_CONFIG, isolation);
    try (Consumer<byte[], byte[]> consumer = connection.consumer(overrides)) {
      // Kafka warns of ends that it learns of partitions that are not assigned.
      consumer.assign(List.of(partition));
      return consumer.endOffsets(List.of(partition)).get(partition);
    }
  }

  static void put(ProgressState state, ConsumerRecord<byte[], byte[]> record) {
    String key = new String(record.key(), UTF_8);
    if (record.value() == null) {
      forget(state, key);
      return;
    }
    try {
      if (key.equals(OWNER)) {
        state.put(JSON.readValue(record.value(), Owner.class));
      } else if (key.startsWith(FILES)) {
        state.put(JSON.readValue(record.value(), UnitFiles.class));
      } else if (key.startsWith(PROGRESS)) {
        state.put(JSON.readValue(record.value(), UnitProgress.class));
      } else if (key.startsWith(RESET)) {
        state.put(JSON.readValue(record.value(), Reset.class));
      } else if (key.startsWith(RESTORE)) {
        state.put(JSON.readValue(record.value(), RestoreProgress.class));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "topic %s offset %d key %s is not a progress record"
              .formatted(record.topic(), record.offset(), key),
          e);
    }
  }

  private static void forget(ProgressState state, String key) {
    if (key.equals(OWNER)) {
      state.forgetOwner();
    } else if (key.startsWith(FILES)) {
      state.forgetFiles(key.substring(FILES.length()));
    } else if (key.startsWith(PROGRESS)) {
      state.forgetProgress(key.substring(PROGRESS.length()));
    } else if (key.startsWith(RESET)) {
      state.forgetReset(key.substring(RESET.length()));
    } else if (key.startsWith(RESTORE)) {
      state.forgetRestore(key.substring(RESTORE.length()));
    }
  }

  private ProducerRecord<byte[], byte[]> record(String key, Object value) {
    try {
      return new ProducerRecord<>(
          partition.topic(),
          partition.partition(),
          key.getBytes(UTF_8),
          JSON.writeValueAsBytes(value));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ProducerRecord<byte[], byte[]> tombstone(String key) {
    return new ProducerRecord<>(
        partition.topic(), partition.partition(), key.getBytes(UTF_8), null);
  }
}
