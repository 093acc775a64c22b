package dev.sluice.storage.output;

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
 * Writes files, and remembers what each looked like when it held what was written: another process
 * may replace it at any time, also by something older. Not thread-safe.
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
   * Length and modification time of a file: if either differs, the file was changed.
   *
   * @param bytes length
   * @param modified modification time in milliseconds since 1970
   */
  record Stamp(long bytes, long modified) {
    /** The stamp of a file as it is now; empty if there is none. */
    static Optional<Stamp> of(Path file) throws IOException {
      try {
        BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
        return Optional.of(new Stamp(found.size(), found.lastModifiedTime().toMillis()));
      } catch (NoSuchFileException e) {
        return Optional.empty();
      }
    }
  }

  /**
   * Makes a file hold these bytes, at once or not at all; one that does is left alone.
   *
   * @return whether it had to be written
   */
  public boolean update(Path file, byte[] bytes) throws IOException {
    boolean written = false;
    boolean changed;
    do {
      // Before the file is read: whoever replaces it afterwards gives it another stamp.
      Optional<Stamp> stamp = Stamp.of(file);
      changed = publication.update(file, bytes);
      written |= changed;
      stamp.ifPresent(of -> stamps.put(layout.relative(file), of));
    } while (changed);
    return written;
  }

  /** Takes over what another process has remembered, if all files still look like that. */
  boolean adopt(Map<String, Stamp> others) throws IOException {
    for (Map.Entry<String, Stamp> other : others.entrySet()) {
      Path file = layout.root().resolve(other.getKey());
      if (!Stamp.of(file).equals(Optional.of(other.getValue()))) {
        return false;
      }
    }
    stamps.putAll(others);
    return true;
  }

  /**
   * What is remembered of these files, by path relative to the output's root.
   *
   * @return empty if nothing is of one of them
   */
  Optional<SortedMap<String, Stamp>> stamps(Set<Path> files) {
    SortedMap<String, Stamp> some = new TreeMap<>(stamps);
    some.keySet().retainAll(files.stream().map(layout::relative).collect(Collectors.toSet()));
    return Optional.of(some).filter(known -> known.size() == files.size());
  }
}
