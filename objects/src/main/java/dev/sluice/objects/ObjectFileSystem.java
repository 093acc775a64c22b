package dev.sluice.objects;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The objects of one authority: of a bucket, for example. Always open, thread-safe. */
final class ObjectFileSystem extends FileSystem {
  private static final long KNOWN_NANOS = 1_000_000_000;
  private static final int MOST_KNOWN = 100;

  private final ObjectFileSystemProvider provider;
  private final String authority;
  private final ObjectStore store;
  private final Map<ObjectPath, Known> known =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ObjectPath, Known> eldest) {
          return size() > MOST_KNOWN;
        }
      };

  private boolean written;

  /** Attributes as they were at a time of {@link System#nanoTime}. */
  private record Known(ObjectAttributes attributes, long nanos) {}

  ObjectFileSystem(ObjectFileSystemProvider provider, String authority, ObjectStore store) {
    this.provider = provider;
    this.authority = authority;
    this.store = store;
  }

  String authority() {
    return authority;
  }

  ObjectStore store() {
    return store;
  }

  /**
   * What was told of a path within the last second: a file is looked at several times before it is
   * opened. Nothing once this process writes here, since other processes may write there too.
   */
  Optional<ObjectAttributes> known(ObjectPath path) {
    synchronized (known) {
      Known last = known.get(path);
      return last != null && System.nanoTime() - last.nanos() < KNOWN_NANOS
          ? Optional.of(last.attributes())
          : Optional.empty();
    }
  }

  /**
   * What is directly below a directory. If its path is of a listing that had the answer, that is
   * it, unless this process writes here.
   */
  List<ObjectEntry> list(ObjectPath directory) throws IOException {
    Optional<List<ObjectEntry>> below = directory.below();
    return below.isPresent() && !isWritten() ? below.get() : store.list(directory.prefix());
  }

  private boolean isWritten() {
    synchronized (known) {
      return written;
    }
  }

  void learn(ObjectPath path, ObjectAttributes attributes) {
    synchronized (known) {
      if (!written) {
        known.put(path, new Known(attributes, System.nanoTime()));
      }
    }
  }

  /** Remembers nothing from now on. */
  void write() {
    synchronized (known) {
      written = true;
      known.clear();
    }
  }

  /** How absolute paths begin. */
  String root() {
    return provider.getScheme() + "://" + authority + "/";
  }

  @Override
  public ObjectFileSystemProvider provider() {
    return provider;
  }

  @Override
  public ObjectPath getPath(String first, String... more) {
    String text = more.length == 0 ? first : first + "/" + String.join("/", more);
    return text.startsWith(root())
        ? ObjectPath.of(this, true, text.substring(root().length()))
        : ObjectPath.of(this, text.startsWith("/"), text);
  }

  /** The path of an object. */
  ObjectPath absolute(String key) {
    return ObjectPath.of(this, true, key);
  }

  /** Matches as the local file system does, absolute paths without scheme and authority. */
  @Override
  public PathMatcher getPathMatcher(String syntaxAndPattern) {
    FileSystem local = FileSystems.getDefault();
    PathMatcher matcher = local.getPathMatcher(syntaxAndPattern);
    return path ->
        path instanceof ObjectPath object
            && matcher.matches(local.getPath((path.isAbsolute() ? "/" : "") + object.key()));
  }

  @Override
  public Iterable<Path> getRootDirectories() {
    return List.of(getPath("/"));
  }

  @Override
  public Iterable<FileStore> getFileStores() {
    return List.of();
  }

  @Override
  public Set<String> supportedFileAttributeViews() {
    return Set.of("basic");
  }

  @Override
  public String getSeparator() {
    return "/";
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public boolean isReadOnly() {
    return store.isReadOnly();
  }

  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }

  @Override
  public UserPrincipalLookupService getUserPrincipalLookupService() {
    throw new UnsupportedOperationException();
  }

  @Override
  public WatchService newWatchService() {
    throw new UnsupportedOperationException();
  }
}
