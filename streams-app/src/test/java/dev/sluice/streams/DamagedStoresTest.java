package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.work.LockedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

class DamagedStoresTest {
  private static final int KEYS = 300;
  private static final int SEEDS = 20;

  static {
    RocksDB.loadLibrary();
  }

  @TempDir private Path application;

  /**
   * However many of its files have been deleted, in whatever order, a store opens: whole or empty.
   */
  @Test
  void shouldDeleteStoresFromWhichFilesAreMissing() throws Exception {
    int deleted = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Path store = application.resolve("0_" + seed + "/rocksdb/ids");
      fill(store);
      List<Path> files = files(store);
      Collections.shuffle(files, new Random(seed));
      for (Path file : files.subList(0, 1 + seed % files.size())) {
        Files.delete(file);
      }
      DamagedStores.delete(application);
      deleted += Files.exists(store) ? 0 : 1;
      assertThat(count(store)).as("keys of store %d", seed).isIn(0, KEYS);
    }
    assertThat(deleted).isPositive();
  }

  @Test
  void shouldKeepStoresThatAreWhole() throws Exception {
    Path store = application.resolve("0_0/rocksdb/ids");
    fill(store);
    DamagedStores.delete(application);
    assertThat(count(store)).isEqualTo(KEYS);
  }

  @Test
  void shouldKeepStoresThatAnotherProcessUses() throws Exception {
    Path store = application.resolve("0_0/rocksdb/ids");
    fill(store);
    Files.delete(store.resolve("CURRENT"));
    LockedFile used = LockedFile.tryLock(application.resolve(".lock")).orElseThrow();
    try {
      DamagedStores.delete(application);
      assertThat(store).isDirectory();
    } finally {
      used.close();
    }
    DamagedStores.delete(application);
    assertThat(store).doesNotExist();
  }

  @Test
  void shouldAcceptAnApplicationThatHasNotStartedYet() throws Exception {
    DamagedStores.delete(application.resolve("none"));
    assertThat(application).isEmptyDirectory();
  }

  /** Fills a store as Kafka Streams does: two column families, and no write-ahead log. */
  private static void fill(Path store) throws IOException, RocksDBException {
    Files.createDirectories(store);
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try (DBOptions options = options();
        RocksDB db = RocksDB.open(options, store.toString(), families(), handles);
        WriteOptions unlogged = new WriteOptions().setDisableWAL(true);
        FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
      for (int i = 0; i < KEYS; i++) {
        db.put(handles.get(0), unlogged, key(i), key(i));
        if (i % 100 == 0) {
          db.put(handles.get(1), unlogged, key(i), key(i));
          db.flush(flush, handles);
        }
      }
      db.flush(flush, handles);
      handles.forEach(ColumnFamilyHandle::close);
    }
  }

  private static int count(Path store) throws IOException, RocksDBException {
    Files.createDirectories(store);
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try (DBOptions options = options();
        RocksDB db = RocksDB.open(options, store.toString(), families(), handles)) {
      int count = 0;
      for (int i = 0; i < KEYS; i++) {
        count += db.get(handles.get(0), key(i)) == null ? 0 : 1;
      }
      handles.forEach(ColumnFamilyHandle::close);
      return count;
    }
  }

  private static DBOptions options() {
    return new DBOptions().setCreateIfMissing(true).setCreateMissingColumnFamilies(true);
  }

  private static List<ColumnFamilyDescriptor> families() {
    return Stream.of("default", "offsets")
        .map(name -> new ColumnFamilyDescriptor(name.getBytes(UTF_8), new ColumnFamilyOptions()))
        .toList();
  }

  private static byte[] key(int i) {
    return Integer.toString(i).getBytes(UTF_8);
  }

  private static List<Path> files(Path store) throws IOException {
    try (Stream<Path> files = Files.list(store)) {
      return new ArrayList<>(files.sorted().toList());
    }
  }
}
