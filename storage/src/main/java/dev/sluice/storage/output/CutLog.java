package dev.sluice.storage.output;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cut records of one partition, in order. Reads only what was added since it last looked, and
 * at first most of it from packs of records. A record costs some 500 bytes of memory, and 250 for
 * each file more than one. Thread-safe.
 */
public final class CutLog {
  private static final Logger LOG = LoggerFactory.getLogger(CutLog.class);

  private final NumberedFiles files;
  private final CutRecordMemory memory;
  private final List<CutRecord> records = new ArrayList<>();
  private final Set<Long> packed = new HashSet<>();
  private List<CutRecord> view = List.of();

  /** The log in this directory, which need not be there yet. */
  public CutLog(Path directory) {
    this(directory, new CutRecordMemory());
  }

  /**
   * The same, for one of many logs.
   *
   * @param memory which all of them share
   */
  public CutLog(Path directory, CutRecordMemory memory) {
    this.files = new NumberedFiles(directory);
    this.memory = memory;
  }

  /** The logs of all partitions of all topics that an output has, by their directories' names. */
  public static List<CutLog> of(Path output) throws IOException {
    List<CutLog> logs = new ArrayList<>();
    for (Path topic : directories(OutputLayout.cuts(output))) {
      directories(topic).forEach(partition -> logs.add(new CutLog(partition)));
    }
    return logs;
  }

  private static List<Path> directories(Path parent) throws IOException {
    if (!Files.isDirectory(parent)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(parent)) {
      return entries.filter(Files::isDirectory).sorted().toList();
    }
  }

  /**
   * All records by ascending number, as they are now. Lists the directory: a network file system
   * may remember for a minute that a file was not there, and so hide what another host has just
   * cut.
   */
  public synchronized List<CutRecord> read() throws IOException {
    Set<String> names = files.names();
    while (names.contains(NumberedFiles.name(next()))) {
      if (!isPacked(names) || !readPack()) {
        readRecord();
      }
    }
    return view();
  }

  /** Whether a pack begins with the next record; without its records it is worth nothing. */
  private boolean isPacked(Set<String> names) {
    return records.size() % CutPack.RECORDS == 0
        && names.contains(CutPack.name(next()))
        && names.contains(NumberedFiles.name(next() + CutPack.RECORDS - 1));
  }

  /**
   * The same for who looks again and again: asks for the next file alone, whatever the number of
   * records, and may be late where {@link #read} is not.
   */
  public synchronized List<CutRecord> glance() throws IOException {
    if (records.isEmpty()) {
      return read();
    }
    while (Files.exists(files.file(next()))) {
      readRecord();
    }
    return view();
  }

  private long next() {
    return records.size() + 1L;
  }

  private void readRecord() throws IOException {
    records.add(memory.of(Json.read(files.file(next()), CutRecord.class)));
  }

  /** Whether the pack that begins with the next record is there and whole. */
  private boolean readPack() {
    long first = next();
    try {
      for (CutRecord record : CutPack.read(files.directory().resolve(CutPack.name(first)), first)) {
        records.add(memory.of(record));
      }
      packed.add(first);
      return true;
    } catch (IOException e) {
      LOG.atWarn().addKeyValue("reason", e.getMessage()).log("reading cut records one by one");
      return false;
    }
  }

  /** The same list while nothing was added. */
  private List<CutRecord> view() {
    if (view.size() < records.size()) {
      view = List.copyOf(records);
    }
    return view;
  }

  /** The record with the highest number. */
  public Optional<CutRecord> last() throws IOException {
    List<CutRecord> all = read();
    return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
  }

  /**
   * Adds a record, synced.
   *
   * @return whether it was not there before: another process may have made the same cut
   * @throws FileAlreadyExistsException when another process has made this cut differently
   */
  public boolean append(CutRecord record, Publication publication) throws IOException {
    return publication.create(files.file(record.number()), Json.write(record));
  }

  /**
   * Packs all records that a pack has not, but for the last ones, which are too few for one.
   *
   * @param lists that keep what packs leave out
   */
  public synchronized void pack(InputLists lists, Publication publication) throws IOException {
    glance();
    for (int from = 0; from + CutPack.RECORDS <= records.size(); from += CutPack.RECORDS) {
      if (!packed.contains(from + 1L)) {
        pack(records.subList(from, from + CutPack.RECORDS), lists, publication);
      }
    }
  }

  /**
   * Packs that do not hold what their records do. Reads every record that is packed, one by one.
   */
  public List<Path> wrongPacks() throws IOException {
    List<Path> wrong = new ArrayList<>();
    Set<String> names = files.names();
    long last = CutPack.RECORDS;
    for (; names.contains(NumberedFiles.name(last)); last += CutPack.RECORDS) {
      long first = last - CutPack.RECORDS + 1;
      Path pack = files.directory().resolve(CutPack.name(first));
      if (names.contains(CutPack.name(first))
          && !Arrays.equals(Files.readAllBytes(pack), CutPack.bytes(readRecords(first, last)))) {
        wrong.add(pack);
      }
    }
    return wrong;
  }

  private List<CutRecord> readRecords(long first, long last) throws IOException {
    List<CutRecord> read = new ArrayList<>();
    for (long number = first; number <= last; number++) {
      read.add(Json.read(files.file(number), CutRecord.class));
    }
    return read;
  }

  private void pack(List<CutRecord> group, InputLists lists, Publication publication)
      throws IOException {
    for (CutRecord record : group) {
      for (EndedUnit unit : record.ended()) {
        lists.keep(unit.inputs(), publication);
      }
    }
    long first = group.get(0).number();
    publication.update(files.directory().resolve(CutPack.name(first)), CutPack.bytes(group));
    group.replaceAll(CutRecord::current);
    packed.add(first);
  }
}
