package dev.sluice.streams;

import dev.sluice.core.work.FileTree;
import dev.sluice.core.work.LockedFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes stores with missing or broken files before the topology opens them.
 *
 * <p>After a crash, Kafka Streams deletes the stores of a task and restores them from their
 * changelogs. If the process is killed during this deletion, some of the files remain. Kafka
 * Streams then fails to open the store. If a missing file held data, this happens at every start.
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

  private DamagedStores() {}

  /**
   * Deletes the damaged stores of an application. They are then restored from their changelogs.
   * Does nothing while another process uses the directory.
   *
   * @param application directory of the application's tasks
   */
  static void delete(Path application) {
    if (!Files.isDirectory(application)) {
      return;
    }
    try {
      Optional<LockedFile> lock = LockedFile.tryLock(application.resolve(LOCK));
      if (lock.isPresent()) { // otherwise, Kafka Streams refuses to start
        try {
          deleteDamaged(application);
        } finally {
          lock.get().close();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void deleteDamaged(Path application) throws IOException {
    for (Path store : stores(application)) {
      Optional<String> damage = damage(store);
      if (damage.isPresent()) {
        LOG.atWarn()
            .addKeyValue("store", store)
            .addKeyValue("reason", damage.get())
            .log("deleting a damaged store; it will be restored");
        FileTree.deleteAll(store);
      }
    }
  }

  /** Returns the stores of all tasks, which are in {@code TASK/rocksdb/STORE}. */
  private static List<Path> stores(Path application) throws IOException {
    try (Stream<Path> found =
        Files.find(
            application,
            STORE_DEPTH,
            (path, file) -> file.isDirectory() && path.getParent().endsWith("rocksdb"))) {
      return found.toList();
    }
  }

  /** Finds out what is wrong with a store, if anything. */
  private static Optional<String> damage(Path store) {
    try (Options options = new Options()) {
      List<byte[]> families = RocksDB.listColumnFamilies(options, store.toString());
      // The list of families is empty if it cannot be read. Opening the store then gives the
      // reason.
      open(store, families.isEmpty() ? List.of(RocksDB.DEFAULT_COLUMN_FAMILY) : families);
      return Optional.empty();
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
  private static void open(Path store, List<byte[]> families) throws RocksDBException {
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try (ColumnFamilyOptions family = new ColumnFamilyOptions();
        DBOptions options =
            new DBOptions()
                .setMaxOpenFiles(OPEN_TABLES)
                .setSkipStatsUpdateOnDbOpen(true)
                .setInfoLogLevel(InfoLogLevel.FATAL_LEVEL)) {
      List<ColumnFamilyDescriptor> all =
          families.stream().map(name -> new ColumnFamilyDescriptor(name, family)).toList();
      RocksDB opened = RocksDB.openReadOnly(options, store.toString(), all, handles);
      handles.forEach(ColumnFamilyHandle::close);
      opened.close();
    }
  }
}
