package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.work.LockedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
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

  /** The last record of the changelog that a filled store reflects. */
  private static final long POSITION = 40;

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
      putPosition(store, POSITION);
      List<Path> files = files(store);
      Collections.shuffle(files, new Random(seed));
      for (Path file : files.subList(0, 1 + seed % files.size())) {
        Files.delete(file);
      }
      check();
      deleted += Files.exists(store) ? 0 : 1;
      assertThat(count(store)).as("keys of store %d", seed).isIn(0, KEYS);
    }
    assertThat(deleted).isPositive();
  }

  @Test
  void shouldKeepStoresThatAreWhole() throws Exception {
    Path store = application.resolve("0_0/rocksdb/ids");
    fill(store);
    putPosition(store, POSITION);
    check();
    assertThat(count(store)).isEqualTo(KEYS);
  }

  /** The changelog has lost the last record that the store reflects. */
  @ParameterizedTest
  @ValueSource(longs = {0, 39, 40})
  void shouldRefuseStoresThatAreAheadOfTheirChangelog(long end) throws Exception {
    Path store = filled("0_7");
    assertThatThrownBy(() -> checkWithEnd(end, end))
        .isInstanceOf(StreamsException.class)
        .hasMessageContaining(
            "%s-ids-changelog-7 ends at offset %d, but the topology continues at 41. The broker has"
                + " lost acknowledged records",
            application.getFileName(), end);
    assertThat(count(store)).isEqualTo(KEYS);
  }

  /** A broker may answer a commit before the marker of the transaction is in the changelog. */
  @ParameterizedTest
  @CsvSource({"41, 41, false", "41, 42, true", "42, 42, true", "99, 99, true"})
  void shouldDeleteStoresWhoseLastTransactionHasNoEnd(long now, long later, boolean kept)
      throws Exception {
    Path store = filled("0_7");
    Path counted = Files.createFile(application.resolve("0_7/ids-counted"));
    checkWithEnd(now, later);
    assertThat(Files.exists(store)).isEqualTo(kept);
    assertThat(Files.exists(counted)).isEqualTo(kept);
    assertThat(count(store)).isEqualTo(kept ? KEYS : 0);
  }

  private Path filled(String task) throws Exception {
    Path store = application.resolve(task + "/rocksdb/ids");
    fill(store);
    putPosition(store, POSITION);
    return store;
  }

  /** However many there are: each may have to wait. */
  @Test
  void shouldAskForTheEndsOfLastTransactionsOnce() throws Exception {
    for (String task : List.of("0_3", "0_7", "0_9")) {
      filled(task);
    }
    List<Set<Integer>> asked = new ArrayList<>();
    DamagedStores.check(
        application,
        changelogs -> ends(changelogs, each -> each == 9 ? 99L : 41),
        changelogs -> {
          asked.add(changelogs.stream().map(TopicPartition::partition).collect(Collectors.toSet()));
          return ends(changelogs, each -> each == 3 ? 42L : 41);
        });
    assertThat(asked).containsExactly(Set.of(3, 7));
    assertThat(application.resolve("0_3/rocksdb/ids")).exists();
    assertThat(application.resolve("0_7/rocksdb/ids")).doesNotExist();
    assertThat(application.resolve("0_9/rocksdb/ids")).exists();
  }

  /** Checks stores that have no changelogs. */
  private void check() {
    DamagedStores.check(application, none -> Map.of(), none -> Map.of());
  }

  /** Checks stores whose changelogs all have the same end, and another one with markers. */
  private void checkWithEnd(long now, long later) {
    DamagedStores.check(
        application,
        changelogs -> ends(changelogs, each -> now),
        changelogs -> ends(changelogs, each -> later));
  }

  private static Map<TopicPartition, Long> ends(
      Collection<TopicPartition> changelogs, IntToLongFunction ends) {
    return changelogs.stream()
        .collect(Collectors.toMap(each -> each, each -> ends.applyAsLong(each.partition())));
  }

  /** Kafka Streams drops the position before it deletes a store. Its keys may not be committed. */
  @Test
  void shouldDeleteStoresThatHaveKeysWithoutAPosition() throws Exception {
    Path none = application.resolve("0_1/rocksdb/ids");
    fill(none);
    Path unknown = application.resolve("0_2/rocksdb/ids");
    fill(unknown);
    putPosition(unknown, -4);
    check();
    assertThat(none).doesNotExist();
    assertThat(unknown).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"0, true", "1, false"})
  void shouldDeleteStoresThatWereKilledWithoutTransactions(long status, boolean kept)
      throws Exception {
    Path store = application.resolve("0_0/rocksdb/ids");
    fill(store);
    putPosition(store, POSITION);
    putOffset(store, "status", status);
    check();
    assertThat(Files.exists(store)).isEqualTo(kept);
  }

  @Test
  void shouldKeepDirectoriesThatAreNoTasks() throws Exception {
    Path store = application.resolve("0_0.bak/rocksdb/ids");
    fill(store);
    check();
    assertThat(count(store)).isEqualTo(KEYS);
  }

  private void putPosition(Path store, long offset) throws RocksDBException {
    String task = application.relativize(store).getName(0).toString();
    putOffset(
        store,
        "%s-ids-changelog-%s".formatted(application.getFileName(), task.substring(2)),
        offset);
  }

  private static void putOffset(Path store, String key, long value) throws RocksDBException {
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try (DBOptions options = options();
        RocksDB db = RocksDB.open(options, store.toString(), families(), handles)) {
      byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(value).array();
      db.put(handles.get(1), key.getBytes(UTF_8), bytes);
      handles.forEach(ColumnFamilyHandle::close);
    }
  }

  @Test
  void shouldKeepStoresThatAnotherProcessUses() throws Exception {
    Path store = application.resolve("0_0/rocksdb/ids");
    fill(store);
    Files.delete(store.resolve("CURRENT"));
    LockedFile used = LockedFile.tryLock(application.resolve(".lock")).orElseThrow();
    try {
      check();
      assertThat(store).isDirectory();
    } finally {
      used.close();
    }
    check();
    assertThat(store).doesNotExist();
  }

  @Test
  void shouldAcceptAnApplicationThatHasNotStartedYet() throws Exception {
    DamagedStores.check(application.resolve("none"), none -> Map.of(), none -> Map.of());
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
