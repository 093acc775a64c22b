package dev.sluice.storage.output;

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

/**
 * Writes files that other processes write too, and remembers their stamps.
 *
 * <p>All of them compute a file from records that are only ever added. So a version that was there
 * before the records were read says no more than they do, and may be replaced. Whoever wrote
 * another one may have known more: it is left, until the records are read again. Not thread-safe.
 */
public final class StampedFiles {
  private final Publication publication;

  /** The versions that existed when records were read, which may be replaced. */
  private final Map<Path, Stamp> seen = new HashMap<>();

  private final Set<Path> left = new HashSet<>();

  /** Creates a writer that has seen no file yet. */
  public StampedFiles(Publication publication) {
    this.publication = publication;
  }

  /**
   * Attributes that differ once a file has changed.
   *
   * @param bytes length
   * @param modified modification time in milliseconds since 1970; 0 where there is a tag
   * @param tag of the version in an object store; null on a disk
   */
  private record Stamp(long bytes, long modified, String tag) {
    /** The stamp of a file as it is now; empty if the file does not exist. */
    static Optional<Stamp> of(Path file) throws IOException {
      try {
        BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
        return Optional.of(
            OutputFiles.areLocal(file)
                ? new Stamp(found.size(), found.lastModifiedTime().toMillis(), null)
                : new Stamp(found.size(), 0, String.valueOf(found.fileKey())));
      } catch (NoSuchFileException e) {
        return Optional.empty();
      }
    }
  }

  /**
   * Remembers the version of a file before records are read, so that this version may be replaced.
   */
  public void look(Path file) throws IOException {
    Stamp.of(file).ifPresent(stamp -> seen.put(file, stamp));
  }

  /**
   * Writes a file atomically, unless it has these bytes already. A version written since the
   * records were read is left alone, and {@link #takeLeft} returns its path.
   *
   * @return whether it was written
   */
  public boolean update(Path file, byte[] bytes) throws IOException {
    boolean written = false;
    while (true) {
      // Taken before reading: a later replacement gets another stamp.
      Optional<Stamp> now = Stamp.of(file);
      boolean mayReplace = now.isEmpty() || now.get().equals(seen.get(file));
      now.ifPresent(stamp -> seen.put(file, stamp));
      if (now.isPresent() && Publication.holds(file, bytes)) {
        return written;
      }
      if (!mayReplace || !publication.replace(file, bytes, now.map(Stamp::tag))) {
        left.add(file);
        return written;
      }
      written = true;
    }
  }

  /** Returns the files left alone since the last call; their records must be read again. */
  public Set<Path> takeLeft() {
    Set<Path> taken = Set.copyOf(left);
    left.clear();
    return taken;
  }
}
