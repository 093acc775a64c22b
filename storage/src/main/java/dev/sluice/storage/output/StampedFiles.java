package dev.sluice.storage.output;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sluice.storage.publish.OutputFiles;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Writes files and remembers their stamps, because another process may replace them at any time,
 * even with an older version. Not thread-safe.
 */
public final class StampedFiles {
  private final OutputLayout layout;
  private final Publication publication;
  private final SortedMap<String, Stamp> stamps = new TreeMap<>();

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

  /**
   * Writes a file atomically, unless it has these bytes already.
   *
   * @return whether it was written
   */
  public boolean update(Path file, byte[] bytes) throws IOException {
    boolean written = false;
    boolean changed;
    do {
      // Taken before reading: a later replacement gets another stamp.
      Optional<Stamp> stamp = Stamp.of(file);
      changed = publication.update(file, bytes);
      written |= changed;
      stamp.ifPresent(of -> stamps.put(layout.relative(file), of));
    } while (changed);
    return written;
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
