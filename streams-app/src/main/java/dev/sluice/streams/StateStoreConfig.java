package dev.sluice.streams;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.IndexType;
import org.rocksdb.Options;

/**
 * RocksDB for a store of random 18-byte keys that are mostly looked up in vain: filters on every
 * level, no compression (hashes do not compress), and the topology's one {@link StateCache}, which
 * comes with the configuration.
 */
public final class StateStoreConfig implements RocksDBConfigSetter {
  private static final double FILTER_BITS_PER_KEY = 10;

  /** Parts of filters and indexes come and go with the cache, not those of a whole file. */
  private static final int PARTITION_BYTES = 16 << 10;

  private BloomFilter filter;

  @Override
  public void setConfig(String storeName, Options options, Map<String, Object> configs) {
    StateCache cache = (StateCache) configs.get(StateCache.PROPERTY);
    filter = new BloomFilter(FILTER_BITS_PER_KEY);
    BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
    table.setBlockCache(cache.blocks());
    table.setFilterPolicy(filter);
    if (cache.memory().profile() == StateProfile.BOUNDED) {
      bound(table);
    }
    options.setTableFormatConfig(table);
    options.setWriteBufferManager(cache.writeBuffers());
    options.setWriteBufferSize(cache.memory().memtableBytes());
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
}
