package dev.sluice.streams;

import dev.sluice.core.values.StateProfile;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.IndexType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * Configures RocksDB for random 18-byte keys. Most of the keys are looked up and not found. Uses
 * Bloom filters on every level, the topology's shared {@link StateCache}, and no compression,
 * because hashes do not compress.
 */
public final class StateStoreConfig implements RocksDBConfigSetter {
  /**
   * The filter size for 1 % false positives, with which a failed lookup reads one block per 100
   * files that it examines.
   */
  private static final double BOUNDED_BITS_PER_KEY = 10;

  /**
   * The filter size for 0.1 % false positives, because these filters save reads and do not compete
   * for the cache.
   */
  private static final double FAST_BITS_PER_KEY = 16;

  /** The share of a memtable for its filter, which saves most lookups in the memtable. */
  private static final double MEMTABLE_FILTER_SHARE = 0.1;

  /** The size of the partitions in which filters and indexes are cached and evicted. */
  private static final int PARTITION_BYTES = 16 << 10;

  private BloomFilter filter;

  @Override
  public void setConfig(String storeName, Options options, Map<String, Object> configs) {
    StateCache cache = (StateCache) configs.get(StateCache.PROPERTY);
    boolean bounded = cache.memory().profile() == StateProfile.BOUNDED;
    filter = new BloomFilter(bounded ? BOUNDED_BITS_PER_KEY : FAST_BITS_PER_KEY);
    BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
    table.setBlockCache(cache.blocks());
    table.setFilterPolicy(filter);
    if (bounded) {
      bound(table);
    }
    options.setTableFormatConfig(table);
    options.setWriteBufferManager(cache.writeBuffers());
    options.setWriteBufferSize(cache.memory().memtableBytes());
    options.setMemtableWholeKeyFiltering(true);
    options.setMemtablePrefixBloomSizeRatio(MEMTABLE_FILTER_SHARE);
    options.setOptimizeFiltersForHits(false);
    options.setCompactionStyle(CompactionStyle.LEVEL);
    options.setCompressionType(CompressionType.NO_COMPRESSION);
  }

  private static void bound(BlockBasedTableConfig table) {
    table.setCacheIndexAndFilterBlocks(true);
    table.setCacheIndexAndFilterBlocksWithHighPriority(true);
    table.setIndexType(IndexType.kTwoLevelIndexSearch);
    table.setPartitionFilters(true);
    table.setMetadataBlockSize(PARTITION_BYTES);
    table.setPinTopLevelIndexAndFilter(true);
  }

  @Override
  public void close(String storeName, Options options) {
    filter.close();
  }

  /**
   * The block cache that all stores of a topology share. Its size does not depend on the number of
   * partitions and threads. Memtables count towards its size. Close the cache after the topology.
   * Thread-safe.
   */
  static final class StateCache implements AutoCloseable {
    /** The property that passes the cache to {@link StateStoreConfig}. */
    static final String PROPERTY = "sluice.state.cache";

    private static final int SHARD_BITS = 4;

    /**
     * The share of the cache for filters and indexes, which are evicted last because every lookup
     * needs them.
     */
    private static final double FILTER_SHARE = 0.8;

    private final StateMemory memory;
    private final LRUCache cache;
    private final WriteBufferManager writeBuffers;

    StateCache(StateMemory memory) {
      loadLibrary();
      this.memory = memory;
      this.cache = new LRUCache(memory.bytes(), SHARD_BITS, false, FILTER_SHARE);
      this.writeBuffers = new WriteBufferManager(memory.writeBufferBytes(), cache);
    }

    /**
     * Loads RocksDB's library, once for the process. A failure is kept, because a second attempt
     * may wait forever inside RocksDB.
     *
     * @throws StreamsException if the library cannot be loaded
     */
    static void loadLibrary() {
      if (Library.FAILURE.isPresent()) {
        throw new StreamsException(
            "cannot load RocksDB: %s. Allow programs to run from %s, or name another directory in JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIR"
                .formatted(
                    Library.FAILURE.get().getMessage(), System.getProperty("java.io.tmpdir")));
      }
    }

    /** The library of RocksDB. */
    private static final class Library {
      static final Optional<Throwable> FAILURE = load();

      private static Optional<Throwable> load() {
        try {
          RocksDB.loadLibrary();
          return Optional.empty();
        } catch (RuntimeException | LinkageError e) {
          return Optional.of(e);
        }
      }
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
}
