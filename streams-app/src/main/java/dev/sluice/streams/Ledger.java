package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The state of a task besides ids: the next offset, the counters of open units, and which units and
 * resets are done.
 *
 * <pre>
 * topic                          id of the documents topic
 * next                           next offset of the source partition
 * count/UNIT NUL DUMP NUL BUCKET NUL NAME    rows
 * ended/UNIT                     the unit's marker was forwarded
 * reset/ID                       the forget record was forwarded
 * </pre>
 *
 * <p>The ledger is committed in the same transaction as the records it describes. Its position, and
 * not the consumer group's offset, decides what has been processed: if the group expired or was
 * deleted, records are read again, and the ledger skips them instead of counting them twice.
 *
 * <p>{@link ForgottenIds} keeps more keys in the same store. The store's cache absorbs repeated
 * writes: each key is written once per commit. Used by one thread.
 */
final class Ledger {
  private static final Bytes TOPIC = key("topic");
  static final Bytes NEXT = key("next");
  private static final String ENDED = "ended/";
  private static final String RESET = "reset/";
  private static final byte[] PRESENT = {1};

  private final KeyValueStore<Bytes, byte[]> store;
  private final CounterKeys keys = new CounterKeys();
  private final Map<CounterKeys.Counter, Long> pending = new HashMap<>();
  private final String topicId;
  private long next;

  /**
   * Opens the ledger of a task.
   *
   * @throws org.apache.kafka.streams.errors.StreamsException if the state belongs to another topic
   *     of the same name
   */
  Ledger(KeyValueStore<Bytes, byte[]> store, String topicId) {
    this.store = store;
    this.topicId = topicId;
    byte[] known = store.get(TOPIC);
    if (known != null) {
      StateOrigin.require(topicId, new String(known, UTF_8));
    }
    byte[] offset = store.get(NEXT);
    this.next = offset == null ? 0 : toLong(offset);
  }

  /** Moves the position past a source record. Returns false if it was processed before. */
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

  /** Counts a row, when {@link #flush} is called. */
  void count(String unit, String dump, String bucket, Outcome outcome) {
    count(new CounterKeys.Counter(unit, dump, bucket, outcome.key()));
  }

  /** Counts a row and the reason for its outcome. */
  void count(String unit, String dump, String bucket, Outcome outcome, String reason) {
    count(unit, dump, bucket, outcome);
    count(new CounterKeys.Counter(unit, dump, bucket, Counters.detail(outcome, reason)));
  }

  private void count(CounterKeys.Counter counter) {
    pending.merge(counter, 1L, Long::sum);
  }

  /** Adds the rows counted since the last call to the store. Must follow every record. */
  void flush() {
    pending.forEach(
        (counter, more) -> {
          Bytes key = keys.of(counter);
          byte[] rows = store.get(key);
          store.put(key, toBytes((rows == null ? 0 : toLong(rows)) + more));
        });
    pending.clear();
  }

  /** The counters of an open unit. */
  Counters counted(String unit) {
    Counters counters = new Counters();
    try (KeyValueIterator<Bytes, byte[]> rows = scan(unit)) {
      while (rows.hasNext()) {
        KeyValue<Bytes, byte[]> entry = rows.next();
        String[] parts = new String(entry.key.get(), UTF_8).split("\0", -1);
        counters.add(new Counters.Key(parts[1], parts[2], parts[3]), toLong(entry.value));
      }
    }
    return counters;
  }

  /** Marks a unit as ended and deletes its counters. Returns false if it had ended before. */
  boolean end(String unit) {
    if (store.putIfAbsent(key(ENDED + unit), PRESENT) != null) {
      return false;
    }
    List<Bytes> counted = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> rows = scan(unit)) {
      rows.forEachRemaining(entry -> counted.add(entry.key));
    }
    counted.forEach(store::delete);
    return true;
  }

  /** Marks a reset as seen. Returns false if it was seen before. */
  boolean reset(String id) {
    return store.putIfAbsent(key(RESET + id), PRESENT) == null;
  }

  private KeyValueIterator<Bytes, byte[]> scan(String unit) {
    return store.range(
        key(CounterKeys.PREFIX + unit + "\0"), key(CounterKeys.PREFIX + unit + "\1"));
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
}
