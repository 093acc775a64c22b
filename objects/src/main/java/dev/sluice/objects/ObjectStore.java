package dev.sluice.objects;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.ReadOnlyFileSystemException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the file system of an object store needs of it. Keys have no slash at the start. Sends
 * nothing before the first call of a method. Thread-safe. All methods retry what may pass, within
 * bounds, before they throw; a {@link dev.sluice.storage.PermanentException} cannot pass.
 */
public interface ObjectStore {
  /** The object of a key; empty if there is none. */
  Optional<ObjectVersion> head(String key) throws IOException;

  /**
   * What is directly below a prefix. Objects and prefixes are in the order of the UTF-8 bytes of
   * their names, each for themselves.
   *
   * @param prefix empty, or with a slash at the end
   */
  List<ObjectEntry> list(String prefix) throws IOException;

  /** Whether any key begins with a prefix. */
  boolean holdsAny(String prefix) throws IOException;

  /**
   * The key at which the same bytes will be found whatever happens: that of a commit, for a branch
   * that can move. Empty in stores without commits.
   */
  Optional<String> pinned(String key) throws IOException;

  /**
   * Reads bytes of one version of an object.
   *
   * @param position of the first byte
   * @param length at least 1; no byte is behind the object's end
   * @throws dev.sluice.storage.PermanentException if the key now has another version
   * @throws NoSuchFileException if it has none any more
   */
  byte[] read(String key, ObjectVersion version, long position, int length) throws IOException;

  /**
   * The SHA-256 in hex of a version, where its tag tells it; empty if tags tell nothing of the
   * bytes.
   */
  default Optional<String> sha256(ObjectVersion version) {
    return Optional.empty();
  }

  /** Whether objects can be written. If not, the methods below are never called. */
  boolean isReadOnly();

  /**
   * Writes an object unless its key is taken, at once: nobody sees half of it, and of several
   * writers exactly one succeeds.
   *
   * @param sha256 of the file, in hex, kept with the object
   * @return whether it was written. False if the key is taken, perhaps by this call, when an answer
   *     was lost and the request repeated
   */
  default boolean create(String key, Path file, String sha256) throws IOException {
    throw new ReadOnlyFileSystemException();
  }

  /** Writes an object, in place of another of the same key. */
  default void replace(String key, Path file, String sha256) throws IOException {
    throw new ReadOnlyFileSystemException();
  }

  /**
   * The same, if that object still has a version, at once.
   *
   * @param tag of the version
   * @return whether it was written. False if the object has another version or is gone, perhaps by
   *     this call, when an answer was lost and the request repeated
   */
  default boolean replace(String key, String tag, Path file, String sha256) throws IOException {
    throw new ReadOnlyFileSystemException();
  }

  /** The sizes of all objects below a prefix, by key. */
  default Map<String, Long> sizesBelow(String prefix) throws IOException {
    throw new ReadOnlyFileSystemException();
  }

  /** The SHA-256 in hex that was kept with an object; empty if none was. */
  default Optional<String> sha256(String key) throws IOException {
    throw new ReadOnlyFileSystemException();
  }

  /** Deletes an object if it is there. */
  default void delete(String key) throws IOException {
    throw new ReadOnlyFileSystemException();
  }
}
