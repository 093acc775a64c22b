package dev.sluice.streams;

import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * The one cache of all stores of a topology, whatever the number of partitions and threads;
 * memtables are counted in it. Closed when the topology is: stores that are open keep what they
 * have. Thread-safe.
 */
final class StateCache implements AutoCloseable {
  /** The property that hands it to {@link StateStoreConfig}. */
  static final String PROPERTY = "sluice.state.cache";

  private static final int SHARD_BITS = 4;

  /** Filters and indexes stay when blocks of keys go: every lookup needs them. */
  private static final double SHARE_OF_FILTERS = 0.8;

  static {
    RocksDB.loadLibrary();
  }

  private final StateMemory memory;
  private final LRUCache cache;
  private final WriteBufferManager writeBuffers;

  StateCache(StateMemory memory) {
    this.memory = memory;
    this.cache = new LRUCache(memory.bytes(), SHARD_BITS, false, SHARE_OF_FILTERS);
    this.writeBuffers = new WriteBufferManager(memory.writeBufferBytes(), cache);
  }

  StateMemory memory() {
    return memory;
  }

  Cache blocks() {
    return cache;
  }

  WriteBufferManager writeBuffers() {
    return writeBuffers;
  }

  @Override
  public void close() {
    writeBuffers.close();
    cache.close();
  }
}
