package dev.sluice.objects;

import dev.sluice.storage.PermanentException;
import dev.sluice.storage.page.SourceVersion.ListedVersion;
import dev.sluice.storage.publish.OutputFiles;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.ReadOnlyFileSystemException;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads and writes object stores of one scheme. A prefix of objects is a directory; empty
 * directories do not exist, and directories need not be created. Objects are written as a whole,
 * through {@link OutputFiles}, not through a channel. A store is opened when its first path is
 * used, and stays open. Thread-safe.
 */
public abstract class ObjectFileSystemProvider extends FileSystemProvider implements OutputFiles {
  /** The attribute with the path at a commit that a path stands for. */
  private static final String PINNED = "pinned:path";

  /**
   * Maximum number of attempts to write an object that others write and delete meanwhile, or to
   * read an object that others replace.
   */
  private static final int MOST_ATTEMPTS = 3;

  private final String scheme;
  private final Map<String, ObjectFileSystem> systems = new ConcurrentHashMap<>();

  /** Creates a provider of a scheme. The scheme must be in lower case. */
  protected ObjectFileSystemProvider(String scheme) {
    this.scheme = scheme;
  }

  /**
   * Opens a store without sending a request.
   *
   * @param authority authority of the URI, such as a bucket
   */
  protected abstract ObjectStore open(String authority);

  @Override
  public final String getScheme() {
    return scheme;
  }

  /** Returns the file system of an authority. The URI may have no path. */
  @Override
  public FileSystem getFileSystem(URI uri) {
    return systems.computeIfAbsent(
        uri.getRawAuthority(), authority -> new ObjectFileSystem(this, authority, open(authority)));
  }

  @Override
  public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
    return getFileSystem(uri);
  }

  @Override
  public Path getPath(URI uri) {
    return getFileSystem(uri).getPath(Optional.ofNullable(uri.getPath()).orElse("/"));
  }

  /** Opens an object for reading. If an option specifies a version, that version is read. */
  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    ObjectPath object = object(path);
    ObjectStore store = object.getFileSystem().store();
    ObjectVersion version = null;
    for (OpenOption option : options) {
      if (option instanceof ObjectVersion pinned) {
        version = pinned;
      } else if (option instanceof ListedVersion listed) {
        version = new ObjectVersion(listed.bytes(), listed.tag(), Instant.EPOCH);
      } else if (option != StandardOpenOption.READ) {
        throw new UnsupportedOperationException(
            object + " can only be written as a whole, not through a channel");
      }
    }
    return version == null
        ? ObjectChannel.ofNewest(store, object.key(), object.toString())
        : new ObjectChannel(store, object.key(), object.toString(), version);
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path directory, DirectoryStream.Filter<? super Path> filter) throws IOException {
    ObjectPath object = object(directory);
    List<ObjectStore.ObjectEntry> entries = object.getFileSystem().list(object);
    if (entries.isEmpty() && object.getNameCount() > 0 && object.listed().isEmpty()) {
      throw object.getFileSystem().store().head(object.key()).isPresent()
          ? new NotDirectoryException(directory.toString())
          : new NoSuchFileException(directory.toString());
    }
    List<Path> found = new ArrayList<>();
    for (ObjectStore.ObjectEntry entry : entries) {
      Path path = object.found(entry);
      if (filter.accept(path)) {
        found.add(path);
      }
    }
    return new Found(found);
  }

  /** A listing, which is in memory. */
  private record Found(List<Path> paths) implements DirectoryStream<Path> {
    @Override
    public Iterator<Path> iterator() {
      return paths.iterator();
    }

    @Override
    public void close() {
      // nothing to close
    }
  }

  /**
   * Reads the attributes of a path.
   *
   * @throws NoSuchFileException if the path does not exist
   * @throws UncheckedIOException if the answer is unknown: {@code Files.exists} and similar methods
   *     would take an {@link IOException} for "no"
   */
  @Override
  public <A extends BasicFileAttributes> A readAttributes(
      Path path, Class<A> type, LinkOption... options) throws IOException {
    if (type != BasicFileAttributes.class) {
      throw new UnsupportedOperationException(type.getName());
    }
    return type.cast(attributes(object(path)));
  }

  private static ObjectAttributes attributes(ObjectPath path) throws NoSuchFileException {
    try {
      return askedAttributes(path);
    } catch (NoSuchFileException e) {
      throw e;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the attributes of a path, without a request if it was listed. */
  private static ObjectAttributes askedAttributes(ObjectPath path) throws IOException {
    if (path.listed().isPresent()) {
      return path.listed().get();
    }
    ObjectStore store = path.getFileSystem().store();
    Optional<ObjectVersion> version =
        path.getNameCount() == 0 ? Optional.empty() : store.head(path.key());
    boolean isAny = version.isPresent() || store.holdsAny(path.prefix());
    if (!isAny && path.getNameCount() > 0) {
      throw new NoSuchFileException(path.toString());
    }
    return new ObjectAttributes(version);
  }

  /**
   * Reads the only supported attribute, {@value #PINNED}. It is the path that keeps its bytes; see
   * {@link ObjectStore#pinned}. In stores without commits, it is null.
   */
  @Override
  public Map<String, Object> readAttributes(Path path, String names, LinkOption... options)
      throws IOException {
    if (!names.equals(PINNED)) {
      throw new UnsupportedOperationException(names);
    }
    ObjectFileSystem system = object(path).getFileSystem();
    Path pinned = system.store().pinned(object(path).key()).map(system::absolute).orElse(null);
    return Collections.singletonMap("path", pinned);
  }

  @Override
  public <V extends FileAttributeView> V getFileAttributeView(
      Path path, Class<V> type, LinkOption... options) {
    return null;
  }

  @Override
  public void checkAccess(Path path, AccessMode... modes) throws IOException {
    attributes(object(path));
    if (path.getFileSystem().isReadOnly() && List.of(modes).contains(AccessMode.WRITE)) {
      throw new AccessDeniedException(path.toString(), null, "is read-only");
    }
  }

  private static ObjectPath object(Path path) {
    return (ObjectPath) path.toAbsolutePath();
  }

  @Override
  public boolean isSameFile(Path first, Path second) {
    return first.toAbsolutePath().normalize().equals(second.toAbsolutePath().normalize());
  }

  @Override
  public boolean isHidden(Path path) {
    return false;
  }

  @Override
  public FileStore getFileStore(Path path) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean create(Path complete, Path target, String sha256) throws IOException {
    ObjectPath object = writable(target);
    for (int attempt = 1; ; attempt++) {
      if (object.getFileSystem().store().create(object.key(), complete, sha256)) {
        return true;
      }
      try {
        requireSame(object, sha256);
        return false;
      } catch (NoSuchFileException deletedSince) {
        requireAnother(attempt, object);
      }
    }
  }

  private static void requireSame(ObjectPath object, String sha256) throws IOException {
    String there = sha256(object);
    if (!there.equals(sha256)) {
      throw new FileAlreadyExistsException(
          object.toString(),
          null,
          "the object holds different bytes (SHA-256 %s, not %s)".formatted(there, sha256));
    }
  }

  private static void requireAnother(int attempt, ObjectPath object) throws PermanentException {
    if (attempt == MOST_ATTEMPTS) {
      throw new PermanentException(
          "%s: the store reports both that this object exists and that it does not. Some stores with versioning report deleted objects as existing: use a bucket without versioning"
              .formatted(object));
    }
  }

  @Override
  public void replace(Path complete, Path target, String sha256) throws IOException {
    ObjectPath object = writable(target);
    object.getFileSystem().store().replace(object.key(), complete, sha256);
  }

  /**
   * Replaces an object if it still has the version that was seen. A refusal may answer a repeated
   * request after the answer to the first one was lost. A store that keeps refusing, although the
   * object has the version seen, does not support the condition.
   */
  @Override
  public boolean replace(Path complete, Path target, String sha256, Optional<String> seen)
      throws IOException {
    ObjectPath object = writable(target);
    ObjectStore store = object.getFileSystem().store();
    for (int attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      boolean written =
          seen.isPresent()
              ? store.replace(object.key(), seen.get(), complete, sha256)
              : store.create(object.key(), complete, sha256);
      if (written || holds(target, sha256)) {
        return true;
      }
      if (!store.head(object.key()).map(ObjectVersion::tag).equals(seen)) {
        return false;
      }
    }
    store.replace(object.key(), complete, sha256);
    return true;
  }

  @Override
  public boolean holds(Path target, String sha256) throws IOException {
    try {
      return sha256(object(target)).equals(sha256);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /**
   * Returns the SHA-256 stored with the object, or computes it from the object's bytes. The object
   * may be replaced meanwhile.
   */
  private static String sha256(ObjectPath object) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        Optional<String> kept = object.getFileSystem().store().sha256(object.key());
        return kept.isPresent() ? kept.get() : Publication.sha256(object);
      } catch (PermanentException e) {
        if (attempt == MOST_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  @Override
  public Map<Path, Long> sizesBelow(Path directory) throws IOException {
    ObjectPath object = object(directory);
    Map<Path, Long> sizes = new HashMap<>();
    object
        .getFileSystem()
        .store()
        .sizesBelow(object.prefix())
        .forEach((key, size) -> sizes.put(object.getFileSystem().getPath("/" + key), size));
    return sizes;
  }

  @Override
  public void createDirectories(Path directory) {
    writable(directory);
  }

  @Override
  public void createDirectory(Path directory, FileAttribute<?>... attributes) {
    writable(directory);
  }

  /** Does nothing. An object is durable when its store has confirmed the write. */
  @Override
  public void syncDirectory(Path directory) {
    writable(directory);
  }

  @Override
  public void delete(Path path) throws IOException {
    ObjectPath object = writable(path);
    ObjectStore store = object.getFileSystem().store();
    if (object.getNameCount() > 0 && store.head(object.key()).isPresent()) {
      store.delete(object.key());
    } else if (store.holdsAny(object.prefix())) {
      throw new DirectoryNotEmptyException(path.toString());
    } else {
      throw new NoSuchFileException(path.toString());
    }
  }

  private static ObjectPath writable(Path path) {
    ObjectPath object = object(path);
    if (object.getFileSystem().isReadOnly()) {
      throw new ReadOnlyFileSystemException();
    }
    object.getFileSystem().write();
    return object;
  }

  @Override
  public void copy(Path source, Path target, CopyOption... options) {
    throw new ReadOnlyFileSystemException();
  }

  @Override
  public void move(Path source, Path target, CopyOption... options) {
    throw new ReadOnlyFileSystemException();
  }

  @Override
  public void setAttribute(Path path, String attribute, Object value, LinkOption... options) {
    throw new ReadOnlyFileSystemException();
  }
}
