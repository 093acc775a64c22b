package dev.sluice.storage.output;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The cut records of one partition, in order. Reads only what was added since it last looked; a
 * record costs its size in memory. Thread-safe.
 */
public final class CutLog {
  private final Path directory;
  private final List<CutRecord> records = new ArrayList<>();

  /** The log in this directory, which need not be there yet. */
  public CutLog(Path directory) {
    this.directory = directory;
  }

  /** All records by ascending number, as they are now. */
  public synchronized List<CutRecord> read() throws IOException {
    Path next = file(records.size() + 1);
    while (Files.exists(next)) {
      records.add(Json.read(next, CutRecord.class));
      next = file(records.size() + 1);
    }
    return List.copyOf(records);
  }

  /** The record with the highest number. */
  public Optional<CutRecord> last() throws IOException {
    List<CutRecord> all = read();
    return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
  }

  /**
   * Adds a record, synced.
   *
   * @throws FileAlreadyExistsException when another process has made this cut differently
   */
  public void append(CutRecord record, Publication publication) throws IOException {
    publication.create(file(record.number()), Json.write(record));
  }

  private Path file(long number) {
    return directory.resolve(number + ".json");
  }
}
