package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.work.FileTree;
import dev.sluice.core.work.LockedFile;
import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.PartitionLogs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.errors.StreamsException;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Status;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks stores before the topology opens them. Deletes those that cannot be used: stores with
 * missing or broken files, and stores without a position in their changelogs. Refuses stores that
 * are ahead of their changelogs.
 *
 * <p>If Kafka Streams deletes the stores of a task, for example because the changelog begins after
 * their position, and the process is killed during this deletion, some of the files remain. Kafka
 * Streams then fails to open the store. If a missing file held data, this happens at every start.
 * Before the deletion, Kafka Streams drops the position of the store, and writes ids that were not
 * committed to its files. If the process is killed then, all files are there, but documents that
 * the topology reads again would be dropped as duplicates of themselves.
 *
 * <p>Stores were not transactional if {@code enable.transactional.statestores} was false. After a
 * kill, Kafka Streams refuses to open such a store as a transactional one, at every start.
 *
 * <p>A store is ahead if the machine lost power after RocksDB had synced its files, but before the
 * broker had synced the changelog. The broker then lost the end of other topics, too, but not the
 * same end of each. If the ids of documents are lost that the topology does not read again, their
 * duplicates would be kept; if the topology reads documents again whose ids are in the store, it
 * would drop them as duplicates of themselves. Neither can be told from what is left. Kafka Streams
 * only sometimes notices: it may consider a store restored whose position is beyond the end of the
 * changelog.
 */
final class DamagedStores {
  private static final Logger LOG = LoggerFactory.getLogger(DamagedStores.class);

  /**
   * Limit on the tables that RocksDB opens to check a store. It compares the sizes of all tables,
   * whatever the limit.
   */
  private static final int OPEN_TABLES = 16;

  /** Kafka Streams' own lock of the directory. */
  private static final String LOCK = ".lock";

  private static final int STORE_DEPTH = 3;

  /** The column family in which Kafka Streams keeps the position of a store in its changelog. */
  private static final byte[] OFFSETS = "offsets".getBytes(UTF_8);

  /** In the same column family: whether a store that is not transactional is in use. */
  private static final byte[] STATUS = "status".getBytes(UTF_8);

  private static final byte[] OPEN = ByteBuffer.allocate(Long.BYTES).putLong(1).array();

  private static final long UNKNOWN = -1;

  /** Names of the directories of tasks. Kafka Streams ignores all others. */
  private static final Pattern TASK = Pattern.compile("\\d+_\\d+");

  private final Ends ends;
  private final Ends settledEnds;

  /** Stores that end with the last record of their changelogs. */
  private final List<Store> unended = new ArrayList<>();

  /** Finds the ends of changelogs. May leave out those that do not exist. */
  @FunctionalInterface
  interface Ends {
    Map<TopicPartition, Long> of(Collection<TopicPartition> changelogs);
  }

  /**
   * A store of a task.
   *
   * @param end the offset after the last record so far of its changelog
   */
  private record Store(Path path, TopicPartition changelog, long end) {}

  private DamagedStores(Ends ends, Ends settledEnds) {
    this.ends = ends;
    this.settledEnds = settledEnds;
  }

  /**
   * Checks the stores of an application. Deletes the damaged ones, which are then restored from
   * their changelogs. Does nothing while another process uses the directory.
   *
   * @param application directory of the application's tasks
   * @throws StreamsException if a store is ahead of its changelog
   */
  static void check(Path application, Admin admin) {
    check(
        application,
        changelogs -> ends(admin, changelogs),
        changelogs -> {
          PartitionLogs.awaitSettled(admin, changelogs);
          return PartitionLogs.ends(admin, changelogs);
        });
  }

  private static Map<TopicPartition, Long> ends(
      Admin admin, Collection<TopicPartition> changelogs) {
    Set<String> topics = AdminCalls.await(admin.listTopics().names());
    List<TopicPartition> existing =
        changelogs.stream().filter(changelog -> topics.contains(changelog.topic())).toList();
    return PartitionLogs.ends(admin, existing);
  }

  /**
   * Does the same with these ends of changelogs.
   *
   * @param settledEnds finds the ends after the ends of the last transactions; called at most once,
   *     because it may wait
   */
  static void check(Path application, Ends ends, Ends settledEnds) {
    if (!Files.isDirectory(application)) {
      return;
    }
    try {
      Optional<LockedFile> lock = LockedFile.tryLock(application.resolve(LOCK));
      if (lock.isPresent()) { // otherwise, Kafka Streams refuses to start
        try {
          new DamagedStores(ends, settledEnds).check(stores(application));
        } finally {
          lock.get().close();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void check(Map<Path, TopicPartition> stores) throws IOException {
    if (stores.isEmpty()) {
      return;
    }
    Map<TopicPartition, Long> found = ends.of(stores.values());
    for (Map.Entry<Path, TopicPartition> each : stores.entrySet()) {
      long end = found.getOrDefault(each.getValue(), Long.MAX_VALUE);
      Store store = new Store(each.getKey(), each.getValue(), end);
      Optional<String> damage = damage(store);
      if (damage.isPresent()) {
        delete(store, damage.get());
      }
    }
    checkUnended();
  }

  /**
   * Deletes stores whose last transaction has no end. A store reflects committed records, but a
   * broker may answer a commit before it has written its marker. If it stops in between, it writes
   * the marker after its next start.
   */
  private void checkUnended() throws IOException {
    if (unended.isEmpty()) {
      return;
    }
    Map<TopicPartition, Long> later =
        settledEnds.of(unended.stream().map(Store::changelog).toList());
    for (Store store : unended) {
      if (later.get(store.changelog) <= store.end) {
        delete(store, "the end of its last transaction is not in " + store.changelog);
      }
    }
  }

  private static void delete(Store store, String reason) throws IOException {
    LOG.atWarn()
        .addKeyValue("store", store.path)
        .addKeyValue("reason", reason)
        .log("deleting a damaged store; it will be restored");
    FileTree.deleteAll(store.path);
    LostIds.countAgain(store.path.getParent().getParent());
  }

  /**
   * Returns the stores of all tasks, which are in {@code SUBTOPOLOGY_PARTITION/rocksdb/STORE}, and
   * their changelogs.
   */
  private static Map<Path, TopicPartition> stores(Path application) throws IOException {
    try (Stream<Path> found =
        Files.find(
            application,
            STORE_DEPTH,
            (path, file) -> file.isDirectory() && path.getParent().endsWith("rocksdb"))) {
      return found
          .filter(store -> TASK.matcher(task(application, store)).matches())
          .collect(Collectors.toMap(store -> store, store -> changelog(application, store)));
    }
  }

  private static String task(Path application, Path store) {
    return application.relativize(store).getName(0).toString();
  }

  private static TopicPartition changelog(Path application, Path store) {
    String task = task(application, store);
    return new TopicPartition(
        "%s-%s-changelog".formatted(application.getFileName(), store.getFileName()),
        Integer.parseInt(task.substring(task.indexOf('_') + 1)));
  }

  /** Finds out what is wrong with a store, if anything. */
  private Optional<String> damage(Store store) {
    try (Options options = new Options()) {
      List<byte[]> families = RocksDB.listColumnFamilies(options, store.path.toString());
      // The list of families is empty if it cannot be read. Opening the store then gives the
      // reason.
      return damage(store, families.isEmpty() ? List.of(RocksDB.DEFAULT_COLUMN_FAMILY) : families);
    } catch (RocksDBException e) {
      return isDamage(e) ? Optional.of(e.getMessage()) : Optional.empty();
    }
  }

  /** Returns whether a file is missing or broken. Other errors are left to Kafka Streams. */
  private static boolean isDamage(RocksDBException e) {
    boolean corrupt = e.getStatus() != null && e.getStatus().getCode() == Status.Code.Corruption;
    return corrupt || e.getMessage().contains("No such file or directory");
  }

  /**
   * Opens a store for reading. RocksDB then compares the size of each table with the size in the
   * manifest of the store.
   *
   * @throws RocksDBException if a file is missing or has another size
   */
  private Optional<String> damage(Store store, List<byte[]> families) throws RocksDBException {
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try (ColumnFamilyOptions family = new ColumnFamilyOptions();
        DBOptions options =
            new DBOptions()
                .setMaxOpenFiles(OPEN_TABLES)
                .setSkipStatsUpdateOnDbOpen(true)
                .setInfoLogLevel(InfoLogLevel.FATAL_LEVEL)) {
      List<ColumnFamilyDescriptor> all =
          families.stream().map(name -> new ColumnFamilyDescriptor(name, family)).toList();
      try (RocksDB opened = RocksDB.openReadOnly(options, store.path.toString(), all, handles)) {
        try {
          return damage(opened, handles, store);
        } finally {
          handles.forEach(ColumnFamilyHandle::close);
        }
      }
    }
  }

  /** Compares what a store reflects with its changelog. Notes it if it ends with the changelog. */
  private Optional<String> damage(RocksDB opened, List<ColumnFamilyHandle> handles, Store store)
      throws RocksDBException {
    long last = UNKNOWN;
    boolean isOpen = false;
    boolean hasKeys = false;
    for (ColumnFamilyHandle handle : handles) {
      if (Arrays.equals(handle.getName(), OFFSETS)) {
        last = position(opened.get(handle, store.changelog.toString().getBytes(UTF_8)));
        isOpen = Arrays.equals(opened.get(handle, STATUS), OPEN);
      } else {
        hasKeys |= hasKeys(opened, handle);
      }
    }
    if (isOpen) {
      return Optional.of("it was not transactional, and was not closed");
    }
    if (last < 0) {
      // Kafka Streams was killed while it deleted the store, whose keys may not be committed.
      return hasKeys
          ? Optional.of("it has keys, but not their position in " + store.changelog)
          : Optional.empty();
    }
    if (last >= store.end) {
      throw PositionCheck.lostRecords(store.changelog, last + 1, store.end);
    }
    if (last + 1 == store.end) {
      unended.add(store);
    }
    return Optional.empty();
  }

  /** Returns the offset of a record; negative if Kafka Streams does not know it. */
  private static long position(byte[] value) {
    return value == null ? UNKNOWN : Ledger.toLong(value);
  }

  private static boolean hasKeys(RocksDB opened, ColumnFamilyHandle family) {
    try (RocksIterator keys = opened.newIterator(family)) {
      keys.seekToFirst();
      return keys.isValid();
    }
  }
}
