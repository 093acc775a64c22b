package dev.sluice.ingest.source;

import dev.sluice.core.Utf8;
import dev.sluice.topics.progress.InputFile;
import dev.sluice.topics.progress.InputFiles;
import java.util.Iterator;
import java.util.Optional;

/** Goes through a list of files once while it is asked for paths in their order. */
public final class FileCursor {
  private final Iterator<InputFile> files;
  private Optional<InputFile> head;
  private int index;

  public FileCursor(InputFiles files) {
    this.files = files.ascending().iterator();
    this.head = next();
  }

  /** The file that it stands at; empty behind the last. */
  Optional<InputFile> head() {
    return head;
  }

  /** The file with this path, which no path asked for before is behind. */
  public Optional<InputFile> find(String path) {
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

  private Optional<InputFile> next() {
    return files.hasNext() ? Optional.of(files.next()) : Optional.empty();
  }
}
