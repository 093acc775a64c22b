package dev.sluice.storage.publish;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.nio.file.spi.FileSystemProvider;
import java.util.Map;
import java.util.Optional;

/**
 * What an output needs of a file system beside reading and deleting: giving complete files their
 * final names, and listing many files at once. The provider of an object store implements it
 * itself. Thread-safe.
 */
public interface OutputFiles {
  /** Those of the file system of a path. */
  static OutputFiles of(Path path) {
    FileSystemProvider provider = path.getFileSystem().provider();
    return provider instanceof OutputFiles files ? files : LocalOutputFiles.INSTANCE;
  }

  /** Whether the files of a path are on disks, and not in an object store. */
  static boolean areLocal(Path path) {
    return of(path) == LocalOutputFiles.INSTANCE;
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

  /**
   * The same, unless the name has got another version since it was looked at. Only stores know
   * versions: on disks, and in stores without this condition, it is replaced whatever it is.
   *
   * @param complete local file, synced; it may be gone afterwards
   * @param sha256 of the file, in hex
   * @param seen tag of the version; empty if there was no such file
   * @return whether the file has the name
   */
  boolean replace(Path complete, Path target, String sha256, Optional<String> seen)
      throws IOException;

  /**
   * Whether a file has certain bytes; false if there is none.
   *
   * @param sha256 of the bytes, in hex
   */
  boolean holds(Path target, String sha256) throws IOException;

  /** The sizes in bytes of all files below a directory, which need not exist. */
  Map<Path, Long> sizesBelow(Path directory) throws IOException;

  /** Creates a directory and its missing parents, all durable, where directories are files. */
  void createDirectories(Path directory) throws IOException;

  /** Makes the names in a directory durable, where they are not at once. */
  void syncDirectory(Path directory) throws IOException;
}
