package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.streams.gauge.TopologyGauge;
import dev.sluice.streams.gauge.TopologyGauge.PartitionCounts;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * The state of a task without the ids. It has the next offset, the counters of units, and which
 * units and resets are done.
 *
 * <pre>
 * topic                          id of the documents topic
 * next                           next offset of the source partition
 * count/UNIT NUL DUMP NUL BUCKET NUL NAME    rows, until the unit is forgotten
 * ended/UNIT                     the unit's marker was forwarded
 * reset/ID                       the forget record was forwarded
 * </pre>
 *
 * <p>The ledger is committed in the same transaction as the records it describes. Its position, and
 * not the consumer group's offset, decides what has been processed: if the group has expired or was
 * deleted, records are read again, but the ledger skips them instead of counting them twice.
 *
 * <p>{@link ForgottenIds} keeps more keys in the same store. The store's cache absorbs repeated
 * writes: each key is written once per commit. Used by one thread.
 */
final class Ledger {
  private static final Bytes TOPIC = key("topic");
  private static final String COUNTERS = "count/";
  static final Bytes NEXT = key("next");
  private static final String AFTER_COUNTERS = "count0";
  private static final String ENDED = "ended/";
  private static final String RESET = "reset/";
  private static final byte[] PRESENT = {1};

  private final KeyValueStore<Bytes, byte[]> store;
  private final PartitionCounts counts;
  private final Map<Counter, Long> pending = new HashMap<>();

  /** The keys of the counters of units that have not ended. */
  private final Map<Counter, Bytes> keys = new HashMap<>();

  private final String topicId;
  private long next;

  /** A counter of a unit. */
  private record Counter(String unit, Counters.Key name) {
    Bytes key() {
      return Ledger.key(
          COUNTERS + String.join("\0", unit, name.dump(), name.bucket(), name.name()));
    }
  }

  /**
   * Opens the ledger of a task.
   *
   * @param counts counts that other threads can see
   * @throws org.apache.kafka.streams.errors.StreamsException if the state belongs to a different
   *     topic of the same name
   */
  Ledger(KeyValueStore<Bytes, byte[]> store, String topicId, PartitionCounts counts) {
    this.store = store;
    this.counts = counts;
    this.topicId = topicId;
    byte[] known = store.get(TOPIC);
    if (known != null) {
      StateOrigin.require(topicId, new String(known, UTF_8));
    }
    byte[] offset = store.get(NEXT);
    this.next = offset == null ? 0 : toLong(offset);
  }

  /**
   * Moves the position to the offset after a source record. Returns false if the record was
   * processed before.
   */
  boolean advance(long offset) {
    if (offset < next) {
      return false;
    }
    if (next == 0) {
      store.put(TOPIC, topicId.getBytes(UTF_8));
    }
    next = offset + 1;
    store.put(NEXT, toBytes(next));
    return true;
  }

  /** Counts a row. The store has it after the next {@link #flush}. */
  void count(String unit, String dump, String bucket, Outcome outcome) {
    count(unit, new Counters.Key(dump, bucket, outcome.key()));
  }

  /** Counts a row and the reason for its outcome. */
  void count(String unit, String dump, String bucket, Outcome outcome, String reason) {
    count(unit, dump, bucket, outcome);
    count(unit, new Counters.Key(dump, bucket, Counters.detail(outcome, reason)));
  }

  private void count(String unit, Counters.Key name) {
    pending.merge(new Counter(unit, name), 1L, Long::sum);
  }

  /** Adds the rows counted since the last call to the store. Must be called after every record. */
  void flush() {
    pending.forEach(
        (counter, rows) -> {
          Bytes key = keys.computeIfAbsent(counter, Counter::key);
          byte[] before = store.get(key);
          store.put(key, toBytes((before == null ? 0 : toLong(before)) + rows));
          counts.add(counter.name(), rows);
        });
    pending.clear();
  }

  /** Returns the counters of a unit. */
  Counters counted(String unit) {
    try (KeyValueIterator<Bytes, byte[]> rows = scan(unit)) {
      return sum(rows);
    }
  }

  /** Returns the sum of the counters of all units in the store of a task. */
  static Counters counted(KeyValueStore<Bytes, byte[]> store) {
    try (KeyValueIterator<Bytes, byte[]> rows = store.range(key(COUNTERS), key(AFTER_COUNTERS))) {
      return sum(rows);
    }
  }

  private static Counters sum(KeyValueIterator<Bytes, byte[]> rows) {
    Counters sum = new Counters();
    rows.forEachRemaining(entry -> sum.add(name(entry.key), toLong(entry.value)));
    return sum;
  }

  private static Counters.Key name(Bytes key) {
    String[] parts = new String(key.get(), UTF_8).split("\0", -1);
    return new Counters.Key(parts[1], parts[2], parts[3]);
  }

  /** Marks a unit as ended. Returns false if the unit had ended before. */
  boolean end(String unit) {
    keys.keySet().removeIf(counter -> counter.unit().equals(unit));
    return store.putIfAbsent(key(ENDED + unit), PRESENT) == null;
  }

  /** Returns whether a unit has ended, or is forgotten. */
  boolean hasEnded(String unit) {
    return store.get(key(ENDED + unit)) != null;
  }

  /** Marks a unit as ended and deletes its counters. */
  void forget(String unit) {
    end(unit);
    List<KeyValue<Bytes, byte[]>> counted = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> rows = scan(unit)) {
      rows.forEachRemaining(counted::add);
    }
    for (KeyValue<Bytes, byte[]> entry : counted) {
      Counters.Key name = name(entry.key);
      counts.add(name, -toLong(entry.value));
      store.delete(entry.key);
    }
  }

  /** Ends counting when the task is closed. */
  void close() {
    counts.close();
  }

  /** Marks a reset as seen. Returns false if it was seen before. */
  boolean reset(String id) {
    return store.putIfAbsent(key(RESET + id), PRESENT) == null;
  }

  private KeyValueIterator<Bytes, byte[]> scan(String unit) {
    return store.range(key(COUNTERS + unit + "\0"), key(COUNTERS + unit + "\1"));
  }

  private static Bytes key(String text) {
    return Bytes.wrap(text.getBytes(UTF_8));
  }

  private static byte[] toBytes(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  static long toLong(byte[] bytes) {
    return ByteBuffer.wrap(bytes).getLong();
  }

  /** Defines the ledger's store. All processors of a task share it. */
  static final class LedgerSupplier {
    private static final String STORE = "ledger";

    private final String topicId;
    private final TopologyGauge gauge;
    private final StoreBuilder<KeyValueStore<Bytes, byte[]>> builder;

    LedgerSupplier(String topicId, TopologyGauge gauge) {
      this.topicId = topicId;
      this.gauge = gauge;
      this.builder =
          Stores.keyValueStoreBuilder(
                  Stores.persistentKeyValueStore(STORE), Serdes.Bytes(), Serdes.ByteArray())
              .withCachingEnabled()
              .withLoggingEnabled(
                  Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT));
    }

    /** Returns the changelog topic of the ledgers. */
    static String changelog(String application) {
      return application + "-" + STORE + "-changelog";
    }

    StoreBuilder<?> builder() {
      return builder;
    }

    KeyValueStore<Bytes, byte[]> store(ProcessorContext<?, ?> context) {
      return context.getStateStore(STORE);
    }

    /** Opens the ledger of a task for its first processor. That processor must close the ledger. */
    Ledger begin(ProcessorContext<?, ?> context) {
      KeyValueStore<Bytes, byte[]> store = store(context);
      int partition = context.taskId().partition();
      return new Ledger(store, topicId, gauge.begin(partition, Ledger.counted(store)));
    }

    /** Opens the same ledger for another processor of the task. */
    Ledger open(ProcessorContext<?, ?> context) {
      return new Ledger(store(context), topicId, gauge.of(context.taskId().partition()));
    }

    /**
     * Returns the gauge that shows the counters of the ledgers, and documents that processors drop.
     */
    TopologyGauge gauge() {
      return gauge;
    }
  }
}
