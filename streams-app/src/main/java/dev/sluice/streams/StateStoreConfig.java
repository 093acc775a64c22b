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
  /** One lookup in vain of a hundred reads a block, for each file that could have the key. */
  private static final double BOUNDED_BITS_PER_KEY = 10;

  /** One of a thousand: where filters take no room from anything, disks are asked for nothing. */
  private static final double FAST_BITS_PER_KEY = 16;

  /** Of a memtable, for a filter of its own: most lookups need not walk through it. */
  private static final double MEMTABLE_FILTER_SHARE = 0.1;

  /** Parts of filters and indexes come and go with the cache, not those of a whole file. */
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
}
