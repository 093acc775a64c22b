package dev.sluice.ingest.source;

import dev.sluice.core.Utf8;
import dev.sluice.topics.progress.InputFiles;
import dev.sluice.topics.progress.ListedFile;
import java.util.Iterator;
import java.util.Optional;

/** Walks through a sorted list of files once, for lookups in ascending order of paths. */
public final class FileCursor {
  private final Iterator<ListedFile> files;
  private Optional<ListedFile> head;
  private int index;

  public FileCursor(InputFiles files) {
    this.files = files.ascending().iterator();
    this.head = next();
  }

  /** The current file; empty after the last. */
  Optional<ListedFile> head() {
    return head;
  }

  /** The file with this path. Paths must be looked up in ascending order. */
  public Optional<ListedFile> find(String path) {
    while (head.isPresent() && !head.get().path().equals(path)) {
      if (Utf8.ORDER.compare(head.get().path(), path) > 0) {
        return Optional.empty();
      }
      advance();
    }
    return head;
  }

  /** Moves to the next file. */
  void advance() {
    head = next();
    index++;
  }

  /** Index of the current file. */
  public int index() {
    return index;
  }

  private Optional<ListedFile> next() {
    return files.hasNext() ? Optional.of(files.next()) : Optional.empty();
  }
}
