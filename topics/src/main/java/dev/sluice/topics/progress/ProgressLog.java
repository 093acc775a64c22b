package dev.sluice.topics.progress;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.core.Unit;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.record.Schemas;
import dev.sluice.topics.record.WriterSchemas;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the progress topic and makes its records; JSON, so that a person can read it too. The last
 * record of a key counts; one without a value deletes it. The topic is read once, then only what is
 * new: keep one for as long as it is asked. Thread-safe; states that were read do not change.
 */
public final class ProgressLog {
  private static final Logger LOG = LoggerFactory.getLogger(ProgressLog.class);

  /** A newer version may say more. */
  private static final ObjectMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private static final String OWNER = "owner";
  private static final String FILES = "files/";
  private static final String PROGRESS = "progress/";
  private static final String RESET = "reset/";
  private static final String RESTORE = "restore/";
  private static final String SCHEMA = "schema/";

  private final KafkaConnection connection;
  private final TopicPartition partition;
  private final ProgressReader everything;
  private final ProgressReader withoutUnits;

  /** A piece of a unit's list of files; of the form of old, where a record was the whole list. */
  private record FilesRecord(
      String unit, List<ListedFile> files, int piece, int pieces, JsonNode list) {}

  /** The log in this topic. */
  public ProgressLog(KafkaConnection connection, String topic) {
    this.connection = connection;
    this.partition = new TopicPartition(topic, 0);
    this.everything = new ProgressReader(connection, partition, key -> true);
    this.withoutUnits =
        new ProgressReader(
            connection, partition, key -> !key.startsWith(FILES) && !key.startsWith(PROGRESS));
  }

  /** A record that says who owns the output. */
  public ProducerRecord<byte[], byte[]> record(Owner owner) {
    return record(OWNER, owner);
  }

  /**
   * The records that freeze a unit's files, of half a mebibyte each at most: to be sent in this
   * order in one transaction, for the list counts when all of them are there.
   */
  public List<ProducerRecord<byte[], byte[]>> records(UnitFiles files) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (byte[] piece : FilesPieces.of(files)) {
      records.add(record(filesKey(files.unit(), records.size()), piece));
    }
    return records;
  }

  private static String filesKey(String unit, int piece) {
    return piece == 0 ? FILES + unit : FILES + unit + "/" + piece;
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

  /** The records that forget a unit, of which this is known. */
  public List<ProducerRecord<byte[], byte[]>> tombstones(ProgressState known, String unit) {
    List<ProducerRecord<byte[], byte[]>> tombstones = new ArrayList<>();
    for (int piece = 0; piece < Math.max(1, known.pieces(unit)); piece++) {
      tombstones.add(tombstone(filesKey(unit, piece)));
    }
    tombstones.add(tombstone(PROGRESS + unit));
    return tombstones;
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
    return record(SCHEMA + name(schema), schema.toString().getBytes(UTF_8));
  }

  /**
   * Schemas of records that other versions write, by a look at this log where one is unknown; of
   * records in Confluent's wire format by the registry of the connection.
   */
  public WriterSchemas schemas() {
    return new WriterSchemas(
        fingerprint -> withoutUnits.readTo(IsolationLevel.READ_COMMITTED).schema(fingerprint),
        connection.format());
  }

  /** All that is committed now; open transactions are not waited for. */
  public ProgressState read() {
    return everything.readTo(IsolationLevel.READ_COMMITTED);
  }

  /**
   * All up to the topic's end as it is now. Waits for transactions that are open, because another
   * unit's open transaction would otherwise hide what is committed behind it.
   */
  public ProgressState readToEnd() {
    return everything.readTo(IsolationLevel.READ_UNCOMMITTED);
  }

  /** The last reset of everything that was ever reset, without a look at what units have. */
  public List<Reset> resets() {
    return withoutUnits.readTo(IsolationLevel.READ_COMMITTED).resets();
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
      putFiles(state, key, read(value, FilesRecord.class), offset);
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

  private static void putFiles(ProgressState state, String key, FilesRecord record, long offset)
      throws IOException {
    String unit = Unit.parse(record.unit()).id();
    requireName(key, "", filesKey(unit, record.piece()));
    if (record.files() != null) {
      state.put(new UnitFiles(unit, record.files()), offset);
    } else {
      state.putPiece(unit, record.piece(), record.pieces(), record.list(), offset);
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
      return record(key, JSON.writeValueAsBytes(value));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ProducerRecord<byte[], byte[]> record(String key, byte[] value) {
    return new ProducerRecord<>(
        partition.topic(), partition.partition(), key.getBytes(UTF_8), value);
  }

  private ProducerRecord<byte[], byte[]> tombstone(String key) {
    return record(key, (byte[]) null);
  }
}
