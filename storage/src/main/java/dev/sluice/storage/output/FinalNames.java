package dev.sluice.storage.output;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.nio.file.spi.FileSystemProvider;

/**
 * How a complete temporary file gets its final name in one kind of file system. A provider of a
 * file system without links, such as an object store, implements it itself. Thread-safe.
 */
public interface FinalNames {
  /** Those of the file system of a path. */
  static FinalNames of(Path target) {
    FileSystemProvider provider = target.getFileSystem().provider();
    return provider instanceof FinalNames names ? names : LinkedNames.INSTANCE;
  }

  /**
   * Gives a file a name that never referred to an incomplete one. Never overwrites.
   *
   * @param complete local file, synced; it may be gone afterwards
   * @param sha256 of the file, in hex
   * @return whether the name is new; false if a file with the same bytes has it
   * @throws FileAlreadyExistsException if a file with other bytes has it
   */
  boolean create(Path complete, Path target, String sha256) throws IOException;

  /**
   * Gives a file a name atomically, in place of the file that has it.
   *
   * @param complete local file, synced; it may be gone afterwards
   * @param sha256 of the file, in hex
   */
  void replace(Path complete, Path target, String sha256) throws IOException;

  /** Creates a directory and its missing parents, all durable, where directories are files. */
  void createDirectories(Path directory) throws IOException;

  /** Makes the names in a directory durable, where they are not at once. */
  void syncDirectory(Path directory) throws IOException;
}
