package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.values.StateProfile;
import dev.sluice.streams.StateStoreConfig.StateCache;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

class StateStoreConfigTest {
  private static final StateCache CACHE =
      new StateCache(new StateMemory(64L << 20, StateProfile.BOUNDED));
  private static final Map<String, Object> CONFIGS = Map.of(StateCache.PROPERTY, CACHE);

  private static Options options() {
    return new Options().setCreateIfMissing(true).setTableFormatConfig(new SeenTable());
  }

  /** A table config that exposes its settings. */
  private static final class SeenTable extends BlockBasedTableConfig {
    private Cache cache;

    @Override
    public BlockBasedTableConfig setBlockCache(Cache given) {
      cache = given;
      return super.setBlockCache(given);
    }
  }

  @Test
  void shouldSetWhatLookupsInVainNeed() {
    StateStoreConfig config = new StateStoreConfig();
    try (Options options = options()) {
      config.setConfig("ids", options, CONFIGS);

      assertThat(options.optimizeFiltersForHits()).isFalse();
      assertThat(options.compactionStyle()).isEqualTo(CompactionStyle.LEVEL);
      assertThat(options.compressionType()).isEqualTo(CompressionType.NO_COMPRESSION);
      assertThat(options.writeBufferSize()).isEqualTo(4L << 20);
      assertThat(options.memtableWholeKeyFiltering()).isTrue();
      assertThat(options.memtablePrefixBloomSizeRatio()).isPositive();
      BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
      assertThat(table.filterPolicy()).isInstanceOf(BloomFilter.class);
      config.close("ids", options);
    }
  }

  @Test
  void shouldCountFiltersInTheCacheWhereMemoryIsBounded() {
    assertThat(table(StateProfile.BOUNDED).cacheIndexAndFilterBlocks()).isTrue();
    assertThat(table(StateProfile.FAST).cacheIndexAndFilterBlocks()).isFalse();
  }

  private static BlockBasedTableConfig table(StateProfile profile) {
    StateStoreConfig config = new StateStoreConfig();
    try (Options options = options();
        StateCache cache = new StateCache(new StateMemory(StateMemory.LEAST_BYTES, profile))) {
      config.setConfig("ids", options, Map.of(StateCache.PROPERTY, cache));
      config.close("ids", options);
      return (BlockBasedTableConfig) options.tableFormatConfig();
    }
  }

  @Test
  void shouldDivideAnyMemoryAmongMemtablesAndBlocks() {
    StateMemory least = new StateMemory(StateMemory.LEAST_BYTES, StateProfile.BOUNDED);
    assertThat(least.memtableBytes()).isEqualTo(1 << 20);
    assertThat(least.writeBufferBytes()).isEqualTo(8 << 20);
    StateMemory much = new StateMemory(8L << 30, StateProfile.BOUNDED);
    assertThat(much.memtableBytes()).isEqualTo(16 << 20);
    assertThat(much.writeBufferBytes()).isEqualTo(256 << 20);
    assertThatThrownBy(() -> new StateMemory(StateMemory.LEAST_BYTES - 1, StateProfile.FAST))
        .hasMessageContaining("at least 16777216");
  }

  @Test
  void shouldShareOneCacheAndOneWriteBufferBudgetAmongAllStores() {
    StateStoreConfig first = new StateStoreConfig();
    StateStoreConfig second = new StateStoreConfig();
    try (Options ids = options();
        Options ledger = options()) {
      first.setConfig("ids", ids, CONFIGS);
      second.setConfig("ledger", ledger, CONFIGS);

      assertThat(((SeenTable) ids.tableFormatConfig()).cache)
          .isNotNull()
          .isSameAs(((SeenTable) ledger.tableFormatConfig()).cache);
      assertThat(ids.writeBufferManager()).isNotNull().isSameAs(ledger.writeBufferManager());
      first.close("ids", ids);
      second.close("ledger", ledger);
    }
  }

  @Test
  void shouldCloseTheFilterAndLeaveWhatIsShared(@TempDir Path directory) throws RocksDBException {
    StateStoreConfig first = new StateStoreConfig();
    try (Options options = options()) {
      first.setConfig("ids", options, CONFIGS);
      BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
      first.close("ids", options);

      assertThat(((BloomFilter) table.filterPolicy()).isOwningHandle()).isFalse();
      assertThat(options.writeBufferManager().isOwningHandle()).isTrue();
    }
    StateStoreConfig next = new StateStoreConfig();
    try (Options options = options()) {
      next.setConfig("ids", options, CONFIGS);
      try (RocksDB db = RocksDB.open(options, directory.toString())) {
        db.put(new byte[] {1}, new byte[] {2});
        assertThat(db.get(new byte[] {1})).containsExactly(2);
        assertThat(db.get(new byte[] {3})).isNull();
      }
      next.close("ids", options);
    }
  }
}
