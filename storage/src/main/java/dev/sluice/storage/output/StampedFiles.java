package dev.sluice.storage.output;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sluice.storage.publish.OutputFiles;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Writes files that other processes write too, and remembers their stamps.
 *
 * <p>All of them compute a file from records that are only ever added. So a version that was there
 * before the records were read says no more than they do, and may be replaced. Whoever wrote
 * another one may have known more: it is left, until the records are read again. Not thread-safe.
 */
public final class StampedFiles {
  private final OutputLayout layout;
  private final Publication publication;
  private final SortedMap<String, Stamp> stamps = new TreeMap<>();

  /** The versions that were there when records were read, which may be replaced. */
  private final Map<String, Stamp> seen = new HashMap<>();

  private final Set<Path> left = new HashSet<>();

  /** Files of an output, of which nothing is known yet. */
  public StampedFiles(OutputLayout layout, Publication publication) {
    this.layout = layout;
    this.publication = publication;
  }

  /**
   * What differs once a file was changed.
   *
   * @param bytes length
   * @param modified modification time in milliseconds since 1970; 0 where there is a tag
   * @param tag of the version in an object store, which may say the time in seconds at one request
   *     and in milliseconds at another; null on a disk
   */
  record Stamp(long bytes, long modified, @JsonInclude(JsonInclude.Include.NON_NULL) String tag) {
    /** The stamp of a file as it is now; empty if there is none. */
    static Optional<Stamp> of(Path file) throws IOException {
      try {
        return Optional.of(of(file, Files.readAttributes(file, BasicFileAttributes.class)));
      } catch (NoSuchFileException e) {
        return Optional.empty();
      }
    }

    private static Stamp of(Path file, BasicFileAttributes found) {
      return OutputFiles.areLocal(file)
          ? new Stamp(found.size(), found.lastModifiedTime().toMillis(), null)
          : ofObject(found);
    }

    static Stamp ofObject(BasicFileAttributes found) {
      return new Stamp(found.size(), 0, String.valueOf(found.fileKey()));
    }
  }

  /** Looks at a file before records are read, so that this version may be replaced. */
  public void look(Path file) throws IOException {
    Stamp.of(file).ifPresent(stamp -> seen.put(layout.relative(file), stamp));
  }

  /**
   * Writes a file atomically, unless it has these bytes already, or a version that was not there
   * before the records were read: then {@link #takeLeft} names it.
   *
   * @return whether it was written
   */
  public boolean update(Path file, byte[] bytes) throws IOException {
    String name = layout.relative(file);
    boolean written = false;
    while (true) {
      // Taken before reading: a later replacement gets another stamp.
      Optional<Stamp> now = Stamp.of(file);
      boolean mayReplace = now.isEmpty() || now.get().equals(seen.get(name));
      now.ifPresent(stamp -> seen.put(name, stamp));
      if (now.isPresent() && Publication.holds(file, bytes)) {
        stamps.put(name, now.get());
        return written;
      }
      if (!mayReplace || !publication.replace(file, bytes, now.map(Stamp::tag))) {
        left.add(file);
        return written;
      }
      written = true;
    }
  }

  /** The files that were left since this was asked last: the records have to be read again. */
  public Set<Path> takeLeft() {
    Set<Path> taken = Set.copyOf(left);
    left.clear();
    return taken;
  }

  /** Adopts the stamps of another process if all files still match. */
  boolean adopt(Map<String, Stamp> others) throws IOException {
    ListedFiles listed = new ListedFiles();
    for (Map.Entry<String, Stamp> other : others.entrySet()) {
      Path file = layout.root().resolve(other.getKey());
      Optional<Stamp> stamp = listed.attributes(file).map(found -> Stamp.of(file, found));
      if (!stamp.equals(Optional.of(other.getValue()))) {
        return false;
      }
    }
    stamps.putAll(others);
    seen.putAll(others);
    return true;
  }

  /**
   * The stamps of these files, by path relative to the output's root.
   *
   * @return empty if one of them has no stamp
   */
  Optional<SortedMap<String, Stamp>> stamps(Set<Path> files) {
    SortedMap<String, Stamp> some = new TreeMap<>(stamps);
    some.keySet().retainAll(files.stream().map(layout::relative).collect(Collectors.toSet()));
    return Optional.of(some).filter(known -> known.size() == files.size());
  }
}
