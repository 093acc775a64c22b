package dev.sluice.storage.takedown;

import dev.sluice.storage.DamagedFileException;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.output.NumberedFiles;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.publish.OutputFiles;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.takedown.TakedownRecord.Union;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The take-downs of an output, in order. An output without take-downs has none. Keeps the records
 * in memory and reads only those that were added since the last read; lists are read on request.
 * Thread-safe.
 */
public final class TakedownLog {
  private static final String LIST = ".list";
  private static final Pattern RECORD = Pattern.compile("[0-9]+\\.json");

  private final NumberedFiles<TakedownRecord> files;

  /** Creates the log of an output. */
  public TakedownLog(OutputLayout layout) {
    this(layout.root());
  }

  /** Creates the log of an output in this directory. */
  public TakedownLog(Path root) {
    this.files =
        new NumberedFiles<>(
            OutputLayout.takedowns(root), TakedownRecord.class, UnaryOperator.identity());
  }

  /**
   * Returns all records so far, by ascending number. Lists the directory, because a network file
   * system may otherwise hide a record that another host has just written.
   *
   * @throws DamagedFileException if a record is damaged, or is missing although a later one exists:
   *     without it, rows would return; names the file
   */
  public synchronized List<TakedownRecord> read() throws IOException {
    Set<String> names = files.names();
    List<TakedownRecord> records = files.read(names);
    if (hasMore(names, records)) {
      records = files.glance(); // the directory may have been listed between two new records
      if (hasMore(names, records)) {
        throw damaged(files.file(files.next()), "it is missing, but later records exist");
      }
    }
    return numbered(records);
  }

  private static boolean hasMore(Set<String> names, List<TakedownRecord> records) {
    return names.stream().filter(name -> RECORD.matcher(name).matches()).count() > records.size();
  }

  /**
   * Returns the records without listing the directory. Callers that poll use this. Looks only for
   * the next file. On a network file system, it may see new records later than {@link #read}.
   */
  public synchronized List<TakedownRecord> glance() throws IOException {
    return numbered(files.glance());
  }

  private List<TakedownRecord> numbered(List<TakedownRecord> records) throws IOException {
    for (int i = 0; i < records.size(); i++) {
      if (records.get(i).number() != i + 1) {
        throw damaged(files.file(i + 1L), "it is the record of another number");
      }
    }
    return records;
  }

  private static DamagedFileException damaged(Path file, String what) {
    return new DamagedFileException(file, what, new IllegalStateException(what));
  }

  /**
   * Reads the list of a take-down.
   *
   * @throws DamagedFileException if the list is damaged or missing; names the file
   */
  public TakedownList list(TakedownRecord record) throws IOException {
    Path file = file(record.list());
    try {
      TakedownList list = TakedownList.read(file);
      if (!list.sha256().equals(record.list()) || !list.counts().equals(record.entries())) {
        throw damaged(file, "it is not the list of take-down " + record.number());
      }
      return list;
    } catch (NoSuchFileException e) {
      throw new DamagedFileException(
          file, "it is missing, but is the list of take-down " + record.number(), e);
    }
  }

  private Path file(String sha256) {
    return files.directory().resolve(sha256 + LIST);
  }

  /**
   * Deletes the lists that no record names: those of commands that were killed before they declared
   * a take-down. Only a process that is alone in declaring take-downs may do this.
   */
  public void deleteUndeclared() throws IOException {
    List<Path> there = OutputFiles.in(files.directory()); // before the records, which come last
    Set<Path> declared =
        read().stream().map(record -> file(record.list())).collect(Collectors.toSet());
    for (Path file : there) {
      if (file.toString().endsWith(LIST) && !declared.contains(file)) {
        Files.deleteIfExists(file);
      }
    }
  }

  /**
   * Returns all entries of the lists of these take-downs.
   *
   * @param records all records from the first to any other; may be empty
   * @throws DamagedFileException if a list is damaged or missing, or if the last record counts
   *     other entries; names the file
   */
  public TakedownList union(List<TakedownRecord> records) throws IOException {
    TakedownList union = unionOf(records, TakedownList.NONE);
    if (!records.isEmpty()) {
      TakedownRecord last = records.get(records.size() - 1);
      if (!last.union().equals(Union.of(union))) {
        throw damaged(
            files.file(last.number()),
            "its number or hash of entries does not match the lists of take-downs 1 to %d"
                .formatted(last.number()));
      }
    }
    return union;
  }

  /**
   * Returns the entries of the take-downs that list near-copies.
   *
   * @throws DamagedFileException if a list is damaged or missing; names the file
   */
  public TakedownList signed() throws IOException {
    List<TakedownRecord> signed = read().stream().filter(TakedownRecord::namesNearCopies).toList();
    return unionOf(signed, TakedownList.NONE);
  }

  private TakedownList unionOf(List<TakedownRecord> records, TakedownList more) throws IOException {
    List<TakedownList> lists = new ArrayList<>();
    for (TakedownRecord record : records) {
      lists.add(list(record));
    }
    lists.add(more);
    return TakedownList.union(lists);
  }

  /**
   * Returns the column that has the URLs. All take-downs of an output use that of the first,
   * because a row is compared with all of their entries at once.
   *
   * @param first the column if there was no take-down yet
   */
  public String urlColumn(String first) throws IOException {
    return read().stream().findFirst().map(TakedownRecord::urlColumn).orElse(first);
  }

  /**
   * Adds a take-down: first its list, then the record. Durable on return. After a crash between the
   * two, the same call creates the same files.
   *
   * @param urlColumn the column that has the URLs, if this is the first take-down; see {@link
   *     #urlColumn}
   * @throws FileAlreadyExistsException if another process has declared a different take-down
   *     meanwhile
   */
  public TakedownRecord append(
      TakedownList list, String note, String urlColumn, Publication publication)
      throws IOException {
    List<TakedownRecord> before = read();
    TakedownRecord record =
        new TakedownRecord(
            TakedownRecord.FORMAT,
            before.size() + 1L,
            note,
            urlColumn(urlColumn),
            list.counts(),
            list.sha256(),
            Union.of(unionOf(before, list)));
    publication.create(file(record.list()), list.bytes());
    publication.create(files.file(record.number()), Json.write(record));
    return record;
  }
}
