package dev.sluice.objects;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.ProviderMismatchException;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A path in an object store. Absolute paths are shown with scheme and authority: {@code
 * s3://bucket/a/b}. Immutable.
 */
final class ObjectPath implements Path {
  private static final String SLASH = "/";

  private final ObjectFileSystem system;
  private final boolean absolute;
  private final List<String> names;

  /** The entry of the path in a listing; not part of the path's identity. */
  private final Optional<ObjectStore.ObjectEntry> listed;

  private ObjectPath(
      ObjectFileSystem system,
      boolean absolute,
      List<String> names,
      Optional<ObjectStore.ObjectEntry> listed) {
    this.system = system;
    this.absolute = absolute;
    this.names = List.copyOf(names);
    this.listed = listed;
  }

  /** Creates a path from names separated by slashes. Empty names are omitted. */
  static ObjectPath of(ObjectFileSystem system, boolean absolute, String text) {
    List<String> names = new ArrayList<>();
    for (String name : text.split(SLASH)) {
      if (!name.isEmpty()) {
        names.add(name);
      }
    }
    return new ObjectPath(system, absolute, names, Optional.empty());
  }

  private ObjectPath with(boolean isAbsolute, List<String> others) {
    return new ObjectPath(system, isAbsolute, others, Optional.empty());
  }

  /** Creates the path of an entry found in this directory. */
  ObjectPath found(ObjectStore.ObjectEntry entry) {
    List<String> longer = new ArrayList<>(names);
    longer.add(entry.name());
    return new ObjectPath(system, absolute, longer, Optional.of(entry));
  }

  /** Returns the attributes that came with a listing. */
  Optional<ObjectAttributes> listed() {
    return listed.map(entry -> new ObjectAttributes(entry.version()));
  }

  /** Returns the entries directly below the path, if the listing included them. */
  Optional<List<ObjectStore.ObjectEntry>> below() {
    return listed.flatMap(ObjectStore.ObjectEntry::below);
  }

  /** Returns the key of the object. */
  String key() {
    return String.join(SLASH, names);
  }

  /** Returns the prefix of all objects below this path. */
  String prefix() {
    return names.isEmpty() ? "" : key() + SLASH;
  }

  @Override
  public ObjectFileSystem getFileSystem() {
    return system;
  }

  @Override
  public boolean isAbsolute() {
    return absolute;
  }

  @Override
  public Path getRoot() {
    return absolute ? with(true, List.of()) : null;
  }

  @Override
  public Path getFileName() {
    return names.isEmpty() ? null : with(false, names.subList(names.size() - 1, names.size()));
  }

  @Override
  public Path getParent() {
    int rest = names.size() - 1;
    return rest < 0 || rest == 0 && !absolute ? null : with(absolute, names.subList(0, rest));
  }

  @Override
  public int getNameCount() {
    return names.size();
  }

  @Override
  public Path getName(int index) {
    return subpath(index, index + 1);
  }

  @Override
  public Path subpath(int begin, int end) {
    if (begin < 0 || end > names.size() || begin >= end) {
      throw new IllegalArgumentException(
          "invalid range %d to %d of the names in %s".formatted(begin, end, this));
    }
    return with(false, names.subList(begin, end));
  }

  @Override
  public boolean startsWith(Path other) {
    return other instanceof ObjectPath path
        && path.system.equals(system)
        && path.absolute == absolute
        && path.names.size() <= names.size()
        && names.subList(0, path.names.size()).equals(path.names);
  }

  @Override
  public boolean endsWith(Path other) {
    if (!(other instanceof ObjectPath path) || !path.system.equals(system)) {
      return false;
    }
    int first = names.size() - path.names.size();
    return first >= 0
        && names.subList(first, names.size()).equals(path.names)
        && (!path.absolute || absolute && first == 0);
  }

  @Override
  public Path normalize() {
    List<String> plain = new ArrayList<>();
    for (String name : names) {
      boolean goesUp = name.equals("..");
      if (goesUp && !plain.isEmpty() && !plain.get(plain.size() - 1).equals("..")) {
        plain.remove(plain.size() - 1);
      } else if (!name.equals(".") && !(goesUp && absolute)) {
        plain.add(name);
      }
    }
    return with(absolute, plain);
  }

  @Override
  public Path resolve(Path other) {
    ObjectPath path = own(other);
    if (path.absolute) {
      return path;
    }
    List<String> longer = new ArrayList<>(names);
    longer.addAll(path.names);
    return with(absolute, longer);
  }

  @Override
  public Path relativize(Path other) {
    ObjectPath path = own(other);
    if (path.absolute != absolute) {
      throw new IllegalArgumentException("%s and %s".formatted(this, other));
    }
    int common = 0;
    int most = Math.min(names.size(), path.names.size());
    while (common < most && names.get(common).equals(path.names.get(common))) {
      common++;
    }
    List<String> way = new ArrayList<>();
    for (int i = common; i < names.size(); i++) {
      way.add("..");
    }
    way.addAll(path.names.subList(common, path.names.size()));
    return with(false, way);
  }

  private ObjectPath own(Path other) {
    if (Objects.requireNonNull(other, "other") instanceof ObjectPath path) {
      return path;
    }
    throw new ProviderMismatchException("%s and %s".formatted(this, other));
  }

  @Override
  public URI toUri() {
    try {
      return new URI(
          system.provider().getScheme(),
          system.authority(),
          SLASH + ((ObjectPath) toAbsolutePath()).key(),
          null,
          null);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Path toAbsolutePath() {
    return absolute ? this : with(true, names);
  }

  @Override
  public Path toRealPath(LinkOption... options) {
    return toAbsolutePath().normalize();
  }

  @Override
  public WatchKey register(
      WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int compareTo(Path other) {
    return toString().compareTo(own(other).toString());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ObjectPath path
        && path.system.equals(system)
        && path.absolute == absolute
        && path.names.equals(names);
  }

  @Override
  public int hashCode() {
    return Objects.hash(system, absolute, names);
  }

  @Override
  public String toString() {
    return absolute ? system.root() + key() : key();
  }
}
