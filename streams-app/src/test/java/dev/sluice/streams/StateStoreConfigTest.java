package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;

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
  private static Options options() {
    return new Options().setCreateIfMissing(true).setTableFormatConfig(new SeenTable());
  }

  /** A table config that tells what it was given. */
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
      config.setConfig("ids", options, Map.of());

      assertThat(options.optimizeFiltersForHits()).isFalse();
      assertThat(options.compactionStyle()).isEqualTo(CompactionStyle.LEVEL);
      assertThat(options.compressionType()).isEqualTo(CompressionType.NO_COMPRESSION);
      assertThat(options.writeBufferSize()).isEqualTo(16L << 20);
      BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
      assertThat(table.filterPolicy()).isInstanceOf(BloomFilter.class);
      config.close("ids", options);
    }
  }

  @Test
  void shouldShareOneCacheAndOneWriteBufferBudgetAmongAllStores() {
    StateStoreConfig first = new StateStoreConfig();
    StateStoreConfig second = new StateStoreConfig();
    try (Options ids = options();
        Options ledger = options()) {
      first.setConfig("ids", ids, Map.of());
      second.setConfig("ledger", ledger, Map.of());

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
      first.setConfig("ids", options, Map.of());
      BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
      first.close("ids", options);

      assertThat(((BloomFilter) table.filterPolicy()).isOwningHandle()).isFalse();
      assertThat(options.writeBufferManager().isOwningHandle()).isTrue();
    }
    StateStoreConfig next = new StateStoreConfig();
    try (Options options = options()) {
      next.setConfig("ids", options, Map.of());
      try (RocksDB db = RocksDB.open(options, directory.toString())) {
        db.put(new byte[] {1}, new byte[] {2});
        assertThat(db.get(new byte[] {1})).containsExactly(2);
        assertThat(db.get(new byte[] {3})).isNull();
      }
      next.close("ids", options);
    }
  }
}
