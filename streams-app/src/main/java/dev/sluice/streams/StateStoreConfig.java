package dev.sluice.streams;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.WriteBufferManager;

/**
 * RocksDB for a store of random 18-byte keys that are mostly looked up in vain: filters on every
 * level, no compression (hashes do not compress), one block cache and one write buffer budget for
 * all stores of the process.
 */
public final class StateStoreConfig implements RocksDBConfigSetter {
  private static final long CACHE_BYTES = 64L << 20;
  private static final long WRITE_BUFFER_BYTES = 64L << 20;
  private static final long MEMTABLE_BYTES = 16L << 20;
  private static final double FILTER_BITS_PER_KEY = 10;

  private static final LRUCache CACHE = new LRUCache(CACHE_BYTES);
  private static final WriteBufferManager WRITE_BUFFERS =
      new WriteBufferManager(WRITE_BUFFER_BYTES, CACHE);

  private BloomFilter filter;

  @Override
  public void setConfig(String storeName, Options options, Map<String, Object> configs) {
    filter = new BloomFilter(FILTER_BITS_PER_KEY);
    BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
    table.setBlockCache(CACHE);
    table.setFilterPolicy(filter);
    options.setTableFormatConfig(table);
    options.setWriteBufferManager(WRITE_BUFFERS);
    options.setWriteBufferSize(MEMTABLE_BYTES);
    options.setOptimizeFiltersForHits(false);
    options.setCompactionStyle(CompactionStyle.LEVEL);
    options.setCompressionType(CompressionType.NO_COMPRESSION);
  }

  @Override
  public void close(String storeName, Options options) {
    filter.close();
  }
}
