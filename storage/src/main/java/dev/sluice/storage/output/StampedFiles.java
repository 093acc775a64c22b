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
 * Writes files that other processes also write. It remembers their versions.
 *
 * <p>All processes compute a file from records that are only ever added. So a version that existed
 * before the records were read contains no more than they do, and may be replaced. A version
 * written later may contain more: it is left alone until the records are read again. Not
 * thread-safe.
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
   * @param bytes the length
   * @param modified the modification time in milliseconds since 1970; 0 if there is a tag
   * @param tag the tag of the version in an object store; null on a disk
   */
  private record Stamp(long bytes, long modified, String tag) {
    /** Returns the current version of a file, or empty if the file does not exist. */
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

  /** Remembers the version of a file before records are read. This version may then be replaced. */
  public void look(Path file) throws IOException {
    Stamp.of(file).ifPresent(stamp -> seen.put(file, stamp));
  }

  /**
   * Writes a file atomically, unless it already has these bytes. A version written since the
   * records were read is left alone, and {@link #takeLeft} returns its path.
   *
   * @return whether the file was written
   */
  public boolean update(Path file, byte[] bytes) throws IOException {
    boolean written = false;
    while (true) {
      // Taken before reading: a later replacement gets a different stamp.
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

  /**
   * Returns the files that were left alone since the last call. Their records must be read again.
   */
  public Set<Path> takeLeft() {
    Set<Path> taken = Set.copyOf(left);
    left.clear();
    return taken;
  }
}
