package dev.sluice.objects;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.ReadOnlyFileSystemException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The operations that the file system of an object store needs. Keys have no slash at the start.
 * Sends nothing before the first call of a method. Thread-safe. All methods retry what may pass,
 * within bounds, before they throw; a {@link dev.sluice.storage.PermanentException} cannot pass.
 */
public interface ObjectStore {
  /** The object of a key; empty if there is none. */
  Optional<ObjectVersion> head(String key) throws IOException;

  /**
   * The entries directly below a prefix. Objects and prefixes are in the order of the UTF-8 bytes
   * of their names, each for themselves.
   *
   * @param prefix empty, or with a slash at the end
   */
  List<ObjectEntry> list(String prefix) throws IOException;

  /** Whether any key begins with a prefix. */
  boolean holdsAny(String prefix) throws IOException;

  /**
   * Returns a key that keeps the same bytes: the key at a commit, for a branch that can move. Empty
   * in stores without commits.
   */
  Optional<String> pinned(String key) throws IOException;

  /**
   * Reads bytes of one version of an object.
   *
   * @param position of the first byte
   * @param length at least 1; the range ends within the object
   * @throws dev.sluice.storage.PermanentException if the key now has another version
   * @throws NoSuchFileException if it has none any more
   */
  byte[] read(String key, ObjectVersion version, long position, int length) throws IOException;

  /** Returns the SHA-256 in hex of a version, if its tag has it. */
  default Optional<String> sha256(ObjectVersion version) {
    return Optional.empty();
  }

  /** Whether objects can be written. If not, the methods below are never called. */
  boolean isReadOnly();

  /**
   * Writes an object atomically unless its key exists: of several writers exactly one succeeds.
   *
   * @param sha256 of the file, in hex, kept with the object
   * @return whether it was written. False if the key is taken, perhaps by this call, when an answer
   *     was lost and the request repeated
   */
  default boolean create(String key, Path file, String sha256) throws IOException {
    throw new ReadOnlyFileSystemException();
  }

  /** Writes an object, and replaces an existing object. */
  default void replace(String key, Path file, String sha256) throws IOException {
    throw new ReadOnlyFileSystemException();
  }

  /**
   * Replaces an object atomically if it still has a version.
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

  /** Returns the SHA-256 in hex that is kept with an object, if any. */
  default Optional<String> sha256(String key) throws IOException {
    throw new ReadOnlyFileSystemException();
  }

  /** Deletes an object if it exists. */
  default void delete(String key) throws IOException {
    throw new ReadOnlyFileSystemException();
  }

  /**
   * An object, or a common prefix of objects, in a listing.
   *
   * @param name what follows the prefix that was listed; without slashes
   * @param version of the object; empty for a prefix
   * @param below what is directly below a prefix, if that came with the same answer
   */
  public record ObjectEntry(
      String name, Optional<ObjectVersion> version, Optional<List<ObjectEntry>> below) {
    /** Requires all components. */
    public ObjectEntry {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(version, "version");
      below = below.map(List::copyOf);
    }

    /** An object. */
    public static ObjectEntry object(String name, ObjectVersion version) {
      return new ObjectEntry(name, Optional.of(version), Optional.empty());
    }

    /** A prefix, of which nothing else is known. */
    public static ObjectEntry prefix(String name) {
      return new ObjectEntry(name, Optional.empty(), Optional.empty());
    }
  }
}
