package dev.sluice.storage.output;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The compactions of an output, in order; outputs that were never compacted have none. Reads only
 * what was added since it last looked. Thread-safe.
 */
public final class CompactionLog {
  private final Path directory;
  private final List<Compaction> compactions = new ArrayList<>();
  private List<Compaction> view = List.of();

  /** The log of an output. */
  public CompactionLog(OutputLayout layout) {
    this.directory = layout.compactions();
  }

  /**
   * All compactions by ascending number, as they are now. Lists the directory, so that a network
   * file system does not hide what another host has just written.
   */
  public List<Compaction> read() throws IOException {
    if (Files.isDirectory(directory)) {
      try (Stream<Path> files = Files.list(directory)) {
        files.forEach(file -> {});
      }
    }
    return glance();
  }

  /** The same for who looks again and again: asks for the next file alone, and may be late. */
  public synchronized List<Compaction> glance() throws IOException {
    Path next = file(compactions.size() + 1L);
    while (Files.exists(next)) {
      compactions.add(Json.read(next, Compaction.class));
      next = file(compactions.size() + 1L);
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
    publication.create(file(compaction.number()), Json.write(compaction));
  }

  private Path file(long number) {
    return directory.resolve(number + ".json");
  }
}
