package dev.sluice.storage.output;

import dev.sluice.core.work.WorkerPool;
import dev.sluice.storage.publish.OutputFiles;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cut records of one partition, in order. A cut is the sink's commit of the partition; the
 * record with the highest number is where the sink continues.
 *
 * <p>Keeps the records in memory and reads only those that were added since the last read. The
 * first read takes most records from packs ({@link CutPack}), because one long read is faster than
 * 64 short ones. A record takes some 500 bytes of memory, and 250 more for each file after the
 * first. Thread-safe.
 */
public final class CutLog {
  private static final Logger LOG = LoggerFactory.getLogger(CutLog.class);

  /**
   * The number of logs to read in parallel, because a request to an object store is mostly waiting.
   */
  private static final int AT_ONCE = 8;

  private final NumberedFiles<CutRecord> files;
  private final Set<Long> packed = new HashSet<>();

  /** Creates the log in this directory. The directory may not exist yet. */
  public CutLog(Path directory) {
    this(directory, new CutRecordMemory());
  }

  /**
   * Creates the log in this directory. Equal values are shared with other logs.
   *
   * @param memory shared by all of them, so that equal values are kept once
   */
  public CutLog(Path directory, CutRecordMemory memory) {
    this.files = new NumberedFiles<>(directory, CutRecord.class, memory::of);
  }

  /** Finds the logs of all partitions of an output by listing its directories. */
  public static List<CutLog> of(Path output) throws IOException {
    List<CutLog> logs = new ArrayList<>();
    for (Path topic : directories(OutputLayout.cuts(output))) {
      directories(topic).forEach(partition -> logs.add(new CutLog(partition)));
    }
    return logs;
  }

  /** Reads the records of a log. */
  @FunctionalInterface
  public interface Reader {
    /** Returns the records by ascending number. */
    List<CutRecord> read(CutLog log) throws IOException;
  }

  /** Reads the records of these logs. In an object store, several logs are read at a time. */
  public static List<List<CutRecord>> all(List<CutLog> logs, Reader reader) throws IOException {
    if (logs.size() == 1
        || logs.stream().allMatch(log -> OutputFiles.areLocal(log.files.directory()))) {
      List<List<CutRecord>> all = new ArrayList<>();
      for (CutLog log : logs) {
        all.add(reader.read(log));
      }
      return all;
    }
    List<Callable<List<CutRecord>>> work = new ArrayList<>();
    logs.forEach(log -> work.add(() -> reader.read(log)));
    try (WorkerPool threads = new WorkerPool("cut-logs", AT_ONCE)) {
      return threads.all(work);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while reading cut records");
    }
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
   * Returns all records written so far, by ascending number. Lists the directory instead of asking
   * for the next file by name: a network file system may cache for a minute that a file does not
   * exist, and so hide a cut that another host has just made.
   */
  public synchronized List<CutRecord> read() throws IOException {
    Set<String> names = files.names();
    while (isPacked(names) && readPack()) {
      // There may be a further pack.
    }
    return files.read(names);
  }

  /**
   * Returns whether a pack exists that begins with the next record. A pack without its last record
   * is ignored: packs are only copies of records.
   */
  private boolean isPacked(Set<String> names) {
    long next = files.next();
    return next % CutPack.RECORDS == 1
        && names.contains(CutPack.name(next))
        && names.contains(NumberedFiles.name(next + CutPack.RECORDS - 1));
  }

  /**
   * Returns the records without listing the directory. Callers that poll use this. Looks only for
   * the next file, so its cost does not depend on the number of records. On a network file system,
   * it may see new records later than {@link #read}.
   */
  public synchronized List<CutRecord> glance() throws IOException {
    return files.next() == 1 ? read() : files.glance();
  }

  /** Reads the pack that begins with the next record; returns false if the pack is damaged. */
  private boolean readPack() {
    long first = files.next();
    try {
      CutPack.read(files.directory().resolve(CutPack.name(first)), first).forEach(files::add);
      packed.add(first);
      return true;
    } catch (IOException e) {
      LOG.atWarn().addKeyValue("reason", e.getMessage()).log("reading cut records one by one");
      return false;
    }
  }

  /** Returns the record with the highest number. */
  public Optional<CutRecord> last() throws IOException {
    List<CutRecord> all = read();
    return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
  }

  /**
   * Adds a record and syncs it to disk.
   *
   * @return whether the record is new. False if another process has made the same cut already
   * @throws FileAlreadyExistsException if another process has made a different cut of this number
   */
  public boolean append(CutRecord record, Publication publication) throws IOException {
    return publication.create(files.file(record.number()), Json.write(record));
  }

  /**
   * Packs all records that are in no pack yet. The last records stay unpacked if they are too few
   * for a pack.
   */
  public synchronized void pack(Publication publication) throws IOException {
    List<CutRecord> records = glance();
    for (int from = 0; from + CutPack.RECORDS <= records.size(); from += CutPack.RECORDS) {
      if (!packed.contains(from + 1L)) {
        pack(records.subList(from, from + CutPack.RECORDS), publication);
      }
    }
  }

  /**
   * Returns the packs that differ from their records. Reads each packed record individually for
   * this comparison.
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
      read.add(files.read(number));
    }
    return read;
  }

  private void pack(List<CutRecord> group, Publication publication) throws IOException {
    long first = group.get(0).number();
    publication.update(files.directory().resolve(CutPack.name(first)), CutPack.bytes(group));
    packed.add(first);
  }
}
