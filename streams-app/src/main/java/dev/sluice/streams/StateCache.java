package dev.sluice.streams;

import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * The block cache that all stores of a topology share, whatever the number of partitions and
 * threads. Memtables count towards it. Close it after the topology. Thread-safe.
 */
final class StateCache implements AutoCloseable {
  /** The property that passes the cache to {@link StateStoreConfig}. */
  static final String PROPERTY = "sluice.state.cache";

  private static final int SHARD_BITS = 4;

  /** Share of the cache for filters and indexes, which every lookup needs, so evict them last. */
  private static final double FILTER_SHARE = 0.8;

  static {
    RocksDB.loadLibrary();
  }

  private final StateMemory memory;
  private final LRUCache cache;
  private final WriteBufferManager writeBuffers;

  StateCache(StateMemory memory) {
    this.memory = memory;
    this.cache = new LRUCache(memory.bytes(), SHARD_BITS, false, FILTER_SHARE);
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
