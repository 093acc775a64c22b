package dev.sluice.topics.progress;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.core.Unit;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.progress.Ownership.Owner;
import dev.sluice.topics.progress.ProgressState.Piece;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
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
 * Reads the progress topic, and creates its records.
 *
 * <pre>
 * key                   value (JSON)                     written by
 * owner                 owner of the output              the first role to start
 * schema/FINGERPRINT    Avro schema of records           every role, at its start
 * files/UNIT[/PIECE]    frozen list of files             ingest, when a unit starts
 * progress/UNIT         position and counters            ingest, with each batch of documents
 * reset/NAME            state of a reset                 reset
 * restore/INSTANCE      progress of a store restore      topology
 * </pre>
 *
 * <p>The topic is compacted: the last valid record of a key counts, and a tombstone deletes the
 * key. Values are JSON so that users can read them. An instance reads the topic once and then only
 * new records, so keep the instance for repeated queries. Thread-safe; a returned state never
 * changes.
 */
public final class ProgressLog {
  private static final Logger LOG = LoggerFactory.getLogger(ProgressLog.class);

  /**
   * The mapper of progress records; ignores unknown fields, because newer versions may add some.
   */
  private static final ObjectMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  static final String OWNER = "owner";
  static final String FILES = "files/";
  static final String PROGRESS = "progress/";
  static final String RESET = "reset/";
  private static final String RESTORE = "restore/";
  private static final String SCHEMA = "schema/";

  private final KafkaConnection connection;
  private final TopicPartition partition;
  private final ProgressReader everything;
  private final ProgressReader withoutUnits;

  /** Creates a log in this topic. */
  public ProgressLog(KafkaConnection connection, String topic) {
    this.connection = connection;
    this.partition = new TopicPartition(topic, 0);
    this.everything = new ProgressReader(connection, partition, key -> true);
    this.withoutUnits =
        new ProgressReader(
            connection, partition, key -> !key.startsWith(FILES) && !key.startsWith(PROGRESS));
  }

  /** Returns the record that sets the owner of the output. */
  public ProducerRecord<byte[], byte[]> record(Owner owner) {
    return record(OWNER, owner);
  }

  /**
   * Returns the records that freeze a unit's list of files. Each has at most half a mebibyte. Send
   * them in this order and in one transaction: the list takes effect once it is complete.
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

  /** Returns the record with a unit's progress. */
  public ProducerRecord<byte[], byte[]> record(UnitProgress progress) {
    return record(PROGRESS + progress.unit(), progress);
  }

  /** Returns the record with the state of a reset. */
  public ProducerRecord<byte[], byte[]> record(Reset reset) {
    return record(RESET + reset.dump(), reset);
  }

  /** Returns the record that deletes a reset's state. */
  public ProducerRecord<byte[], byte[]> tombstoneOfReset(String target) {
    return tombstone(RESET + target);
  }

  /** Returns the records that delete a unit's files and progress. */
  public List<ProducerRecord<byte[], byte[]>> tombstones(ProgressState known, String unit) {
    List<ProducerRecord<byte[], byte[]>> tombstones = new ArrayList<>();
    for (int piece = 0; piece < Math.max(1, known.pieces(unit)); piece++) {
      tombstones.add(tombstone(filesKey(unit, piece)));
    }
    tombstones.add(tombstone(PROGRESS + unit));
    return tombstones;
  }

  /** Returns the record with the restore progress of an instance of the topology. */
  public ProducerRecord<byte[], byte[]> record(RestoreProgress restore) {
    return record(RESTORE + restore.instance(), restore);
  }

  /** Returns the record that deletes an instance's restore progress. */
  public ProducerRecord<byte[], byte[]> restored(String instance) {
    return tombstone(RESTORE + instance);
  }

  /** Returns the record that publishes a schema for readers of other versions. */
  public ProducerRecord<byte[], byte[]> publication(Schema schema) {
    return record(schemaKey(Schemas.fingerprint(schema)), schema.toString().getBytes(UTF_8));
  }

  /**
   * Returns the schemas of records. An unknown fingerprint is looked up in this log, and a schema
   * id of Confluent's wire format in the registry of the connection.
   */
  public WriterSchemas schemas() {
    return new WriterSchemas(
        fingerprint -> withoutUnits.readTo(IsolationLevel.READ_COMMITTED).schema(fingerprint),
        connection.format());
  }

  /** Returns the committed state. Does not wait for open transactions. */
  public ProgressState read() {
    return everything.readTo(IsolationLevel.READ_COMMITTED);
  }

  /**
   * Returns the state at the current end of the topic. Waits for open transactions, because another
   * unit's open transaction would hide later committed records.
   */
  public ProgressState readToEnd() {
    return everything.readTo(IsolationLevel.READ_UNCOMMITTED);
  }

  /** Returns the last reset of each dump, unit or directory. Does not read the units' state. */
  public List<Reset> resets() {
    return withoutUnits.readTo(IsolationLevel.READ_COMMITTED).resets();
  }

  /** Applies a record unless it is invalid. The last valid record of a key counts. */
  static void put(ProgressState state, ConsumerRecord<byte[], byte[]> record) {
    String key = record.key() == null ? "" : new String(record.key(), UTF_8);
    if (record.value() == null) {
      // Records may still have a schema whose publication was deleted.
      if (!key.startsWith(SCHEMA)) {
        state.forget(key);
      }
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
          .log("skipped a record that is not a progress record");
    }
  }

  private static void put(ProgressState state, String key, byte[] value, long offset)
      throws IOException {
    if (key.equals(OWNER)) {
      state.put(key, read(value, Owner.class), offset);
    } else if (key.startsWith(FILES)) {
      Piece piece = read(value, Piece.class);
      requireKey(key, filesKey(Unit.parse(piece.unit()).id(), piece.piece()));
      state.putPiece(piece, offset);
    } else if (key.startsWith(PROGRESS)) {
      UnitProgress progress = read(value, UnitProgress.class);
      requireKey(key, PROGRESS + Unit.parse(progress.unit()).id());
      progress.counted(); // fails if a counter is not a number
      progress.lost();
      state.put(key, progress, offset);
    } else if (key.startsWith(RESET)) {
      Reset reset = read(value, Reset.class);
      requireKey(key, RESET + reset.dump());
      state.put(key, reset, offset);
    } else if (key.startsWith(RESTORE)) {
      RestoreProgress restore = read(value, RestoreProgress.class);
      requireKey(key, RESTORE + restore.instance());
      state.put(key, restore, offset);
    } else if (key.startsWith(SCHEMA)) {
      Schema schema = new Schema.Parser().parse(new String(value, UTF_8));
      requireKey(key, schemaKey(Schemas.fingerprint(schema)));
      state.put(key, schema, offset);
    }
  }

  private static <T> T read(byte[] value, Class<T> type) throws IOException {
    T read = JSON.readValue(value, type);
    if (read == null) {
      throw new IOException("null");
    }
    return read;
  }

  private static void requireKey(String key, String expected) throws IOException {
    if (!key.equals(expected)) {
      throw new IOException("the value of this record belongs to the key " + expected);
    }
  }

  static String schemaKey(long fingerprint) {
    return SCHEMA + "%016x".formatted(fingerprint);
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
