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
 * The operations that the file system of an object store needs. Keys have no slash at the start. A
 * store sends nothing before the first call of a method. Thread-safe. All methods retry temporary
 * errors a limited number of times before they throw; a {@link
 * dev.sluice.storage.PermanentException} is not temporary.
 */
public interface ObjectStore {
  /** Returns the object with a key, or empty if it does not exist. */
  Optional<ObjectVersion> head(String key) throws IOException;

  /**
   * Returns the entries directly below a prefix. Objects are in the order of the UTF-8 bytes of
   * their names, and so are prefixes.
   *
   * @param prefix the empty string, or a prefix with a slash at the end
   */
  List<ObjectEntry> list(String prefix) throws IOException;

  /** Returns whether any key begins with a prefix. */
  boolean holdsAny(String prefix) throws IOException;

  /**
   * Returns a key whose bytes never change. For a branch, which can move, this is the key at a
   * commit. Empty in stores without commits.
   */
  Optional<String> pinned(String key) throws IOException;

  /**
   * Reads bytes of one version of an object.
   *
   * @param position position of the first byte
   * @param length at least 1; the range ends within the object
   * @throws dev.sluice.storage.PermanentException if the key now has another version
   * @throws NoSuchFileException if the object no longer exists
   */
  byte[] read(String key, ObjectVersion version, long position, int length) throws IOException;

  /** Returns the SHA-256 of a version in hex, if the tag contains it. */
  default Optional<String> sha256(ObjectVersion version) {
    return Optional.empty();
  }

  /** Returns whether the store is read-only. If so, the methods below are never called. */
  boolean isReadOnly();

  /**
   * Writes an object atomically unless its key exists. Of several writers, exactly one succeeds.
   *
   * @param sha256 SHA-256 of the file in hex, which is stored with the object
   * @return whether the object was written; false if the key exists, perhaps because of this call,
   *     if an answer was lost and the request repeated
   */
  default boolean create(String key, Path file, String sha256) throws IOException {
    throw new ReadOnlyFileSystemException();
  }

  /** Writes an object. An existing object is replaced. */
  default void replace(String key, Path file, String sha256) throws IOException {
    throw new ReadOnlyFileSystemException();
  }

  /**
   * Replaces an object atomically if it still has this version.
   *
   * @param tag tag of the version
   * @return whether the object was written; false if it has a different version or is gone, perhaps
   *     because of this call, if an answer was lost and the request repeated
   */
  default boolean replace(String key, String tag, Path file, String sha256) throws IOException {
    throw new ReadOnlyFileSystemException();
  }

  /** Returns the sizes of all objects below a prefix, by key. */
  default Map<String, Long> sizesBelow(String prefix) throws IOException {
    throw new ReadOnlyFileSystemException();
  }

  /** Returns the SHA-256 that is stored with an object, in hexadecimal, if there is one. */
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
   * @param name name after the prefix that was listed, without slashes
   * @param version version of the object; empty for a prefix
   * @param below entries directly below a prefix, if the same answer included them
   */
  public record ObjectEntry(
      String name, Optional<ObjectVersion> version, Optional<List<ObjectEntry>> below) {
    /** Requires all components. */
    public ObjectEntry {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(version, "version");
      below = below.map(List::copyOf);
    }

    /** Creates an entry for an object. */
    public static ObjectEntry object(String name, ObjectVersion version) {
      return new ObjectEntry(name, Optional.of(version), Optional.empty());
    }

    /** Creates an entry for a prefix whose content is unknown. */
    public static ObjectEntry prefix(String name) {
      return new ObjectEntry(name, Optional.empty(), Optional.empty());
    }
  }
}
