package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.work.FileTree;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * A store of the topology on disk, inspected from outside.
 *
 * @param directory directory of the store
 * @param bytes size on disk
 * @param closedCleanly whether the store was closed cleanly. If not, Kafka Streams restores it from
 *     its changelog at the next start. Also false while a process has it open
 */
public record StoredState(Path directory, long bytes, boolean closedCleanly) {
  // Metadata that Kafka Streams 4.3 keeps in a store.
  private static final String OFFSETS_FAMILY = "offsets";
  private static final byte[] STATUS_KEY = "status".getBytes(UTF_8);
  private static final long CLOSED = 0;

  private static final String STORES = "rocksdb";

  /**
   * All stores below a state directory, sorted by path; none if it does not exist.
   *
   * @throws IOException if the directory cannot be listed
   */
  public static List<StoredState> below(Path stateDirectory) throws IOException {
    List<StoredState> stores = new ArrayList<>();
    if (!Files.isDirectory(stateDirectory)) {
      return stores;
    }
    for (Path directory : storeDirectories(stateDirectory)) {
      stores.add(new StoredState(directory, bytes(directory), isClosed(directory)));
    }
    return stores;
  }

  private static List<Path> storeDirectories(Path stateDirectory) throws IOException {
    try (Stream<Path> paths = Files.walk(stateDirectory)) {
      return paths
          .filter(path -> path.getParent().endsWith(STORES))
          .filter(path -> Files.exists(path.resolve("CURRENT")))
          .sorted()
          .toList();
    }
  }

  private static long bytes(Path directory) throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        bytes += file.toFile().length();
      }
    }
    return bytes;
  }

  /** Opens the store read-only, without its lock. RocksDB's log goes to a temporary directory. */
  private static boolean isClosed(Path directory) throws IOException {
    RocksDB.loadLibrary();
    Path logs = Files.createTempDirectory("sluice-state");
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try (Options names = new Options();
        DBOptions options = new DBOptions().setDbLogDir(logs.toString())) {
      List<ColumnFamilyDescriptor> families =
          RocksDB.listColumnFamilies(names, directory.toString()).stream()
              .map(ColumnFamilyDescriptor::new)
              .toList();
      try (RocksDB store = RocksDB.openReadOnly(options, directory.toString(), families, handles)) {
        return isClosed(store, families, handles);
      }
    } catch (RocksDBException e) {
      return false;
    } finally {
      FileTree.deleteAll(logs);
    }
  }

  private static boolean isClosed(
      RocksDB store, List<ColumnFamilyDescriptor> families, List<ColumnFamilyHandle> handles)
      throws RocksDBException {
    try {
      for (int i = 0; i < families.size(); i++) {
        if (new String(families.get(i).getName(), UTF_8).equals(OFFSETS_FAMILY)) {
          byte[] status = store.get(handles.get(i), STATUS_KEY);
          return status != null
              && status.length == Long.BYTES
              && ByteBuffer.wrap(status).getLong() == CLOSED;
        }
      }
      return false;
    } finally {
      handles.forEach(ColumnFamilyHandle::close);
    }
  }
}
