package dev.sluice.storage.output;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A directory of records {@code 1.json}, {@code 2.json} and so on. They are never changed. Keeps
 * them in memory and reads only those that were added since the last read. Not thread-safe.
 *
 * @param <T> type of the records
 */
public final class NumberedFiles<T> {
  private final Path directory;
  private final Class<T> type;
  private final UnaryOperator<T> kept;
  private final List<T> records = new ArrayList<>();
  private List<T> view = List.of();

  /**
   * @param directory the directory, which need not exist yet
   * @param kept returns the part of a record to keep in memory
   */
  public NumberedFiles(Path directory, Class<T> type, UnaryOperator<T> kept) {
    this.directory = directory;
    this.type = type;
    this.kept = kept;
  }

  static String name(long number) {
    return number + ".json";
  }

  /** Returns the directory. */
  public Path directory() {
    return directory;
  }

  /** Returns the file of the record with this number. */
  public Path file(long number) {
    return directory.resolve(name(number));
  }

  /** Returns the number of the next record to read. */
  public long next() {
    return records.size() + 1L;
  }

  /** Adds the next record. The caller has read it. */
  void add(T record) {
    records.add(kept.apply(record));
  }

  /** Reads a record. */
  T read(long number) throws IOException {
    return Json.read(file(number), type);
  }

  /** Returns all records, given the names of the existing files. */
  public List<T> read(Set<String> names) throws IOException {
    while (names.contains(name(next()))) {
      add(read(next()));
    }
    return view();
  }

  /** Returns all records. It opens further files by their numbers until one does not exist. */
  public List<T> glance() throws IOException {
    try {
      while (true) {
        add(read(next()));
      }
    } catch (NoSuchFileException e) {
      return view();
    }
  }

  /** Returns the same list until a record is added. */
  private List<T> view() {
    if (view.size() < records.size()) {
      view = List.copyOf(records);
    }
    return view;
  }

  /**
   * Lists the directory. A network file system may cache for a minute that a file does not exist,
   * and so hide a record that another host has just written.
   */
  public Set<String> names() throws IOException {
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
}
