package dev.sluice.storage.output;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

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

  /**
   * All records by ascending number, as they are now. Lists the directory: a network file system
   * may remember for a minute that a file was not there, and so hide what another host has just
   * cut.
   */
  public synchronized List<CutRecord> read() throws IOException {
    Set<String> names = names();
    return readWhile(next -> names.contains(next.getFileName().toString()));
  }

  /**
   * The same for who looks again and again: asks for the next file alone, whatever the number of
   * records, and may be late where {@link #read} is not.
   */
  public synchronized List<CutRecord> glance() throws IOException {
    return readWhile(Files::exists);
  }

  private List<CutRecord> readWhile(Predicate<Path> isThere) throws IOException {
    Path next = file(records.size() + 1);
    while (isThere.test(next)) {
      records.add(Json.read(next, CutRecord.class));
      next = file(records.size() + 1);
    }
    return List.copyOf(records);
  }

  private Set<String> names() throws IOException {
    Set<String> names = new HashSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      files.forEach(file -> names.add(file.getFileName().toString()));
    } catch (NoSuchFileException e) {
      return Set.of();
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return names;
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
