package dev.sluice.ingest.source;

import dev.sluice.core.Utf8;
import dev.sluice.topics.progress.InputFiles;
import dev.sluice.topics.progress.ListedFile;
import java.util.Iterator;
import java.util.Optional;

/** Goes through a list of files once while it is asked for paths in their order. */
public final class FileCursor {
  private final Iterator<ListedFile> files;
  private Optional<ListedFile> head;
  private int index;

  public FileCursor(InputFiles files) {
    this.files = files.ascending().iterator();
    this.head = next();
  }

  /** The file that it stands at; empty behind the last. */
  Optional<ListedFile> head() {
    return head;
  }

  /** The file with this path, which no path asked for before is behind. */
  public Optional<ListedFile> find(String path) {
    while (head.isPresent() && !head.get().path().equals(path)) {
      if (Utf8.ORDER.compare(head.get().path(), path) > 0) {
        return Optional.empty();
      }
      advance();
    }
    return head;
  }

  /** Goes on to the next file. */
  void advance() {
    head = next();
    index++;
  }

  /** Which of the files it stands at, in the order of their paths. */
  public int index() {
    return index;
  }

  private Optional<ListedFile> next() {
    return files.hasNext() ? Optional.of(files.next()) : Optional.empty();
  }
}
