package dev.sluice.objects;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A file system with the objects of one authority. An authority is, for example, a bucket. It is
 * always open. Thread-safe.
 */
final class ObjectFileSystem extends FileSystem {
  private final ObjectFileSystemProvider provider;
  private final String authority;
  private final ObjectStore store;
  private volatile boolean written;

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
   * Lists what is directly below a directory. If the path comes from a listing that included this
   * answer, no request is sent, unless this process has written to the file system since.
   */
  List<ObjectStore.ObjectEntry> list(ObjectPath directory) throws IOException {
    Optional<List<ObjectStore.ObjectEntry>> below = directory.below();
    return below.isPresent() && !written ? below.get() : store.list(directory.prefix());
  }

  /** Invalidates the listings made so far. */
  void write() {
    written = true;
  }

  /** Returns the start of absolute paths. */
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

  /** Returns the path of an object. */
  ObjectPath absolute(String key) {
    return ObjectPath.of(this, true, key);
  }

  /**
   * Returns a matcher that works as in the local file system. Absolute paths are matched without
   * scheme and authority.
   */
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
