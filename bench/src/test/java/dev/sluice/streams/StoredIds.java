package dev.sluice.streams;

import dev.sluice.core.DedupKey;
import dev.sluice.streams.StateStoreConfig.StateCache;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.TopicNames;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The store of ids as {@link DeduplicationProcessor} has it, by the same builder and the same
 * properties, without its changelog, in a directory of its own. Not thread-safe.
 *
 * <p>Keys have numbers, and are random but for this: the first nine tenths of those that a store is
 * filled with ascend, so that they become its last level without being sorted and rewritten, which
 * would take four times as long. The rest come in no order, as ids do, and lie above.
 */
final class StoredIds implements AutoCloseable {
  /** Numbers of keys from here on are in no store. */
  static final long ABSENT = 1L << 48;

  private static final int FILL_KEYS = 10_000; // what a restore writes at once
  private static final Duration POLL = Duration.ofMillis(200);

  private final StateCache cache;
  private final MockProcessorContext<Void, Void> context;
  private final KeyValueStore<Bytes, byte[]> store;
  private final long keys;
  private final long ascending;

  private StoredIds(Path directory, StateMemory memory, long keys) {
    this.keys = keys;
    this.ascending = keys / 10 * 9;
    this.cache = new StateCache(memory);
    Properties properties =
        StreamsProperties.of(
            new KafkaConnection("localhost:1", Map.of()), settings(directory, memory), cache);
    this.context = new MockProcessorContext<>(properties, new TaskId(0, 0), directory.toFile());
    this.store = DeduplicationProcessor.store().withLoggingDisabled().build();
    store.init(context.getStateStoreContext(), store);
  }

  /**
   * Opens the store in this directory, which comes into being where it is not there.
   *
   * @param keys that it is, or will be, filled with
   */
  static StoredIds open(Path directory, StateMemory memory, long keys) {
    return new StoredIds(directory, memory, keys);
  }

  private static StreamsSettings settings(Path directory, StateMemory memory) {
    return new StreamsSettings(
        new TopicNames("bench", List.of()),
        directory,
        "bench",
        1,
        Duration.ofSeconds(1),
        1,
        1 << 20,
        0,
        new StreamsSettings.Memory(memory, 1 << 20, 32 << 20),
        Map.of());
  }

  /** The key of a number: a bucket, and like a UUID. */
  private Bytes key(long number) {
    long high = number < ascending ? inOrder(number) : mix(2 * number);
    ByteBuffer key = ByteBuffer.allocate(DedupKey.LENGTH);
    key.put((byte) (high >>> 62)).put((byte) 1).putLong(high << 2);
    return Bytes.wrap(key.putLong(mix(2 * number + 1)).array());
  }

  /** Anywhere in the number's share of all keys. */
  private long inOrder(long number) {
    long share = Long.divideUnsigned(-1, ascending);
    return number * share + Long.remainderUnsigned(mix(2 * number), share);
  }

  /** SplitMix64: no two numbers give the same. */
  private static long mix(long number) {
    long z = number * 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  private static byte[] value(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(mix(number & 15)).array();
  }

  /** Whether the key of a number is stored. */
  boolean contains(long number) {
    return store.get(key(number)) != null;
  }

  /** What becomes of a document: its id is looked up, and stored where it was not. */
  boolean isFirst(long number) {
    Bytes key = key(number);
    if (store.get(key) != null) {
      return false;
    }
    store.put(key, value(number));
    return true;
  }

  /** Stores all keys, in batches as a restore does, and waits until they are compacted. */
  void fill() {
    List<KeyValue<Bytes, byte[]>> batch = new ArrayList<>(FILL_KEYS);
    for (long number = 0; number < keys; number++) {
      batch.add(KeyValue.pair(key(number), value(number)));
      if (batch.size() == FILL_KEYS || number == keys - 1) {
        store.putAll(batch);
        batch.clear();
      }
    }
    settle();
  }

  /** Waits until nothing is being compacted, nor due to be. */
  void settle() {
    while (metric("compaction-pending") + metric("num-running-compactions") > 0) {
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  /** Bytes of RocksDB in memory: blocks and memtables in the cache, filters and indexes beside. */
  long memoryBytes() {
    return metric("block-cache-usage") + metric("estimate-table-readers-mem");
  }

  private long metric(String name) {
    return context.metrics().metrics().entrySet().stream()
        .filter(metric -> metric.getKey().name().equals(name))
        .mapToLong(metric -> ((Number) metric.getValue().metricValue()).longValue())
        .sum();
  }

  @Override
  public void close() {
    store.close();
    cache.close();
  }
}
