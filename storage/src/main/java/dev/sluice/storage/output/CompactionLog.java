package dev.sluice.storage.output;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * The compactions of an output, in order; outputs that were never compacted have none. Reads only
 * what was added since it last looked. Thread-safe.
 */
public final class CompactionLog {
  private final NumberedFiles files;
  private final List<Compaction> compactions = new ArrayList<>();
  private List<Compaction> view = List.of();

  /** The log of an output. */
  public CompactionLog(OutputLayout layout) {
    this.files = new NumberedFiles(layout.compactions());
  }

  /**
   * All compactions by ascending number, as they are now. Lists the directory, so that a network
   * file system does not hide what another host has just written.
   */
  public List<Compaction> read() throws IOException {
    Set<String> names = files.names();
    return readWhile(number -> names.contains(NumberedFiles.name(number)));
  }

  /** The same for who looks again and again: asks for the next file alone, and may be late. */
  public List<Compaction> glance() throws IOException {
    return readWhile(number -> Files.exists(files.file(number)));
  }

  private synchronized List<Compaction> readWhile(LongPredicate isThere) throws IOException {
    for (long next = compactions.size() + 1L; isThere.test(next); next++) {
      compactions.add(Json.read(files.file(next), Compaction.class));
    }
    if (view.size() < compactions.size()) {
      view = List.copyOf(compactions);
    }
    return view;
  }

  /**
   * Adds a compaction, synced.
   *
   * @throws FileAlreadyExistsException when there is another of its number
   */
  public void append(Compaction compaction, Publication publication) throws IOException {
    publication.create(files.file(compaction.number()), Json.write(compaction));
  }
}
