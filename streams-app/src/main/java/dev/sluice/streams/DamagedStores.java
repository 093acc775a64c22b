package dev.sluice.streams;

import dev.sluice.core.work.FileTree;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes stores from which files are missing, before the topology opens them.
 *
 * <p>After a crash, Kafka Streams deletes the stores of a task and restores them from their
 * changelogs. If the process is killed while it deletes, the rest of the files remains. Kafka
 * Streams would fail to open such a store, at every start if the missing file holds data.
 */
final class DamagedStores {
  private static final Logger LOG = LoggerFactory.getLogger(DamagedStores.class);

  /** The number of tables that RocksDB opens to check a store. It compares the sizes of all. */
  private static final int OPEN_TABLES = 16;

  private DamagedStores() {}

  /**
   * Deletes the damaged stores of an application, which are then restored from their changelogs.
   * Must not run while the application uses its directory.
   *
   * @param application directory of the application's tasks
   */
  static void delete(Path application) throws IOException {
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

  private static List<Path> stores(Path application) throws IOException {
    List<Path> stores = new ArrayList<>();
    for (Path task : directories(application)) {
      stores.addAll(directories(task.resolve("rocksdb")));
    }
    return stores;
  }

  private static List<Path> directories(Path parent) throws IOException {
    if (!Files.isDirectory(parent)) {
      return List.of();
    }
    List<Path> directories = new ArrayList<>();
    try (DirectoryStream<Path> children = Files.newDirectoryStream(parent, Files::isDirectory)) {
      children.forEach(directories::add);
    }
    return directories;
  }

  /** Finds out what is wrong with a store, if anything. */
  private static Optional<String> damage(Path store) {
    try (Options options = new Options()) {
      List<byte[]> families = RocksDB.listColumnFamilies(options, store.toString());
      if (families.isEmpty()) {
        return Optional.of("no list of its files");
      }
      open(store, families.stream().map(ColumnFamilyDescriptor::new).toList());
      return Optional.empty();
    } catch (RocksDBException e) {
      return Optional.of(e.getMessage());
    }
  }

  /**
   * Opens a store, which compares the sizes of all of its tables with those that it lists.
   *
   * @throws RocksDBException if a file is missing or has another size
   */
  private static void open(Path store, List<ColumnFamilyDescriptor> families)
      throws RocksDBException {
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try (DBOptions options =
        new DBOptions()
            .setMaxOpenFiles(OPEN_TABLES)
            .setSkipStatsUpdateOnDbOpen(true)
            .setInfoLogLevel(InfoLogLevel.FATAL_LEVEL)) {
      RocksDB opened = RocksDB.openReadOnly(options, store.toString(), families, handles);
      handles.forEach(ColumnFamilyHandle::close);
      opened.close();
    }
  }
}
