package dev.sluice.storage.publish;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.spi.FileSystemProvider;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The operations of a file system that an output needs besides reading and deleting. They publish
 * complete files, and list many files at once. The provider of an object store implements it
 * itself. Thread-safe.
 */
public interface OutputFiles {
  /** Returns the operations for the file system of a path. */
  static OutputFiles of(Path path) {
    FileSystemProvider provider = path.getFileSystem().provider();
    return provider instanceof OutputFiles files ? files : LocalOutputFiles.INSTANCE;
  }

  /** Returns whether a path is on a local file system and not in an object store. */
  static boolean areLocal(Path path) {
    return of(path) == LocalOutputFiles.INSTANCE;
  }

  /**
   * Returns what is in a directory, sorted. The result is empty if the directory does not exist.
   */
  static List<Path> in(Path directory) throws IOException {
    try (Stream<Path> paths = Files.list(directory)) {
      return paths.sorted().toList();
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /**
   * Publishes a complete file under a new name. Never overwrites.
   *
   * @param complete a synced local file, which may be gone afterwards
   * @param sha256 the SHA-256 of the file, in hex
   * @return whether the name is new; false if a file with the same bytes already has it
   * @throws FileAlreadyExistsException if a file with different bytes has it
   */
  boolean create(Path complete, Path target, String sha256) throws IOException;

  /**
   * Publishes a complete file atomically in place of an existing one.
   *
   * @param complete a synced local file, which may be gone afterwards
   * @param sha256 the SHA-256 of the file, in hex
   */
  void replace(Path complete, Path target, String sha256) throws IOException;

  /**
   * Publishes a complete file in place of the version that was seen, unless that version has been
   * replaced. Only object stores have versions: on disks, and in stores without this condition, any
   * existing file is replaced.
   *
   * @param complete a synced local file, which may be gone afterwards
   * @param sha256 the SHA-256 of the file, in hex
   * @param seen tag of the version; empty if there was no such file
   * @return whether the file now has the name
   */
  boolean replace(Path complete, Path target, String sha256, Optional<String> seen)
      throws IOException;

  /**
   * Returns whether a file has certain bytes. It is false if the file does not exist.
   *
   * @param sha256 the SHA-256 of the bytes, in hex
   */
  boolean holds(Path target, String sha256) throws IOException;

  /**
   * Returns the sizes in bytes of all files in a directory and below, or empty if the directory
   * does not exist.
   */
  Map<Path, Long> sizesBelow(Path directory) throws IOException;

  /**
   * Creates a directory and its missing parents and makes them durable. Does nothing in an object
   * store.
   */
  void createDirectories(Path directory) throws IOException;

  /** Makes the entries of a directory durable. Does nothing in an object store. */
  void syncDirectory(Path directory) throws IOException;
}
