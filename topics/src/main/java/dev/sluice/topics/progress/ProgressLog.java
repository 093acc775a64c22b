package dev.sluice.topics.progress;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.core.Unit;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.Schemas;
import dev.sluice.topics.WriterSchemas;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the progress topic and makes its records; JSON, so that a person can read it too. The last
 * record of a key counts; one without a value deletes it.
 */
public final class ProgressLog {
  private static final Logger LOG = LoggerFactory.getLogger(ProgressLog.class);

  /** A newer version may say more. */
  private static final ObjectMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  // How often the broker looks for transactions to end, by its default, and some patience.
  private static final Duration ENDED_WITHIN = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(100);

  /** Closing a consumer waits for its fetch, which the broker would hold for half a second. */
  private static final int SHORT_WAIT_MS = 20;

  private static final String OWNER = "owner";
  private static final String FILES = "files/";
  private static final String PROGRESS = "progress/";
  private static final String RESET = "reset/";
  private static final String RESTORE = "restore/";
  private static final String SCHEMA = "schema/";

  private final KafkaConnection connection;
  private final TopicPartition partition;

  /** A unit's files as they are written. */
  private record FilesRecord(String unit, List<InputFile> files) {}

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

  /** A record that says how far a reset is. */
  public ProducerRecord<byte[], byte[]> record(Reset reset) {
    return record(RESET + reset.dump(), reset);
  }

  /** The record that takes back what is known of a reset of this. */
  public ProducerRecord<byte[], byte[]> tombstoneOfReset(String asked) {
    return tombstone(RESET + asked);
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

  /** A record that publishes a schema, for readers of versions that do not have it. */
  public ProducerRecord<byte[], byte[]> publication(Schema schema) {
    return new ProducerRecord<>(
        partition.topic(),
        partition.partition(),
        (SCHEMA + name(schema)).getBytes(UTF_8),
        schema.toString().getBytes(UTF_8));
  }

  /**
   * Schemas of records that other versions write, by a look at this log where one is unknown; of
   * records in Confluent's wire format by the registry of the connection.
   */
  public WriterSchemas schemas() {
    return new WriterSchemas(fingerprint -> read().schema(fingerprint), connection.format());
  }

  /** All that is committed now; open transactions are not waited for. */
  public ProgressState read() {
    try (Consumer<byte[], byte[]> consumer = consumer("read_committed")) {
      return readTo(end(consumer), consumer);
    }
  }

  /**
   * All up to the topic's end as it is now. Waits for transactions that are open, because another
   * unit's open transaction would otherwise hide what is committed behind it.
   */
  public ProgressState readToEnd() {
    long end;
    try (Consumer<byte[], byte[]> uncommitted = consumer("read_uncommitted")) {
      end = end(uncommitted);
    }
    try (Consumer<byte[], byte[]> consumer = consumer("read_committed")) {
      return readTo(end, consumer);
    }
  }

  private ProgressState readTo(long end, Consumer<byte[], byte[]> consumer) {
    ProgressState state = new ProgressState();
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
    return state;
  }

  /** An open transaction of a process that is gone is ended by the broker before. */
  private Duration within() {
    return connection.transactionTimeout().plus(ENDED_WITHIN);
  }

  /** Assigned, for Kafka warns of ends that it learns of partitions that are not. */
  private Consumer<byte[], byte[]> consumer(String isolation) {
    Consumer<byte[], byte[]> consumer =
        connection.consumer(
            Map.of(
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                isolation,
                ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
                SHORT_WAIT_MS));
    consumer.assign(List.of(partition));
    return consumer;
  }

  private long end(Consumer<byte[], byte[]> consumer) {
    return consumer.endOffsets(List.of(partition)).get(partition);
  }

  /** Whatever else is written to the topic: the last good record of a key counts. */
  static void put(ProgressState state, ConsumerRecord<byte[], byte[]> record) {
    String key = record.key() == null ? "" : new String(record.key(), UTF_8);
    if (record.value() == null) {
      forget(state, key);
      return;
    }
    try {
      put(state, key, record.value(), record.offset());
    } catch (IOException | RuntimeException e) {
      if (key.startsWith(PROGRESS)) {
        state.putUnreadable(key.substring(PROGRESS.length()));
      }
      LOG.atWarn()
          .addKeyValue("topic", record.topic())
          .addKeyValue("offset", record.offset())
          .addKeyValue("key", key)
          .addKeyValue("reason", e.getMessage())
          .log("passed over a record that is no progress");
    }
  }

  private static void put(ProgressState state, String key, byte[] value, long offset)
      throws IOException {
    if (key.equals(OWNER)) {
      state.put(read(value, Owner.class));
    } else if (key.startsWith(FILES)) {
      FilesRecord files = read(value, FilesRecord.class);
      requireName(key, FILES, Unit.parse(files.unit()).id());
      state.put(new UnitFiles(files.unit(), files.files()), offset);
    } else if (key.startsWith(PROGRESS)) {
      UnitProgress progress = read(value, UnitProgress.class);
      requireName(key, PROGRESS, Unit.parse(progress.unit()).id());
      progress.counted(); // its numbers are numbers
      state.put(progress, offset);
    } else if (key.startsWith(RESET)) {
      Reset reset = read(value, Reset.class);
      requireName(key, RESET, reset.dump());
      state.put(reset);
    } else if (key.startsWith(RESTORE)) {
      RestoreProgress restore = read(value, RestoreProgress.class);
      requireName(key, RESTORE, restore.instance());
      state.put(restore);
    } else if (key.startsWith(SCHEMA)) {
      Schema schema = new Schema.Parser().parse(new String(value, UTF_8));
      requireName(key, SCHEMA, name(schema));
      state.put(schema);
    }
  }

  private static <T> T read(byte[] value, Class<T> type) throws IOException {
    T read = JSON.readValue(value, type);
    if (read == null) {
      throw new IOException("null");
    }
    return read;
  }

  private static void requireName(String key, String kind, String name) throws IOException {
    if (!key.equals(kind + name)) {
      throw new IOException("it speaks of " + name);
    }
  }

  private static String name(Schema schema) {
    return "%016x".formatted(Schemas.fingerprint(schema));
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
