package dev.sluice.ingest;

import dev.sluice.core.Counters;
import dev.sluice.core.InputLosses;
import dev.sluice.core.Unit;
import dev.sluice.core.gauge.WaitTimes;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.topics.progress.InputFiles;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
import dev.sluice.topics.progress.UnitProgress;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The progress of ingest, for display. {@link #units} covers what this and earlier processes have
 * committed; the other numbers cover this process only. Thread-safe.
 */
public final class IngestGauge {
  private static final String NOBODY = "";

  private final AtomicLong rows = new AtomicLong();
  private final AtomicLong readBytes = new AtomicLong();
  private final AtomicLong formerBytes = new AtomicLong();
  private volatile double bytesPerRow;
  private final Map<String, UnitReading> units = new LinkedHashMap<>();
  private final WaitTimes<IngestWait> waits = new WaitTimes<>(IngestWait.class);

  /** Returns the number of rows that this process has read. */
  public long rows() {
    return rows.get();
  }

  /** Returns the total size, in bytes, of the files that are read to their end. */
  public long readBytes() {
    return readBytes.get();
  }

  /** Returns the part of {@link #readBytes} that earlier processes have read. */
  public long formerBytes() {
    return formerBytes.get();
  }

  /**
   * Returns the average size of a row in the file being read, in bytes, or 0 if it is still
   * unknown.
   */
  public double bytesPerRow() {
    return bytesPerRow;
  }

  /**
   * Returns all units of the output in the order of their start, followed by the units still to be
   * read. For a unit that another process is reading, the progress is what this process knew when
   * its own unit started. Returns a copy.
   */
  public List<UnitReading> units() {
    synchronized (units) {
      return List.copyOf(units.values());
    }
  }

  /**
   * Returns the counters of all {@link #units} by dump, bucket and name. They count the rows read,
   * the rows sent, and the outcomes of the other rows. Each number is ingest's contribution to the
   * counter of a manifest. Returns a copy.
   */
  public Counters counters() {
    Counters all = new Counters();
    // Added up outside the lock that ingest needs.
    units().forEach(unit -> all.merge(unit.counters()));
    return all;
  }

  /** Returns the total wait times of the thread that reads and publishes, by reason. */
  public WaitTimes<IngestWait> waits() {
    return waits;
  }

  /** Sets the units of the output that are known, and the units to be read. */
  void plan(ProgressState known, List<UnitPlan> plans) {
    synchronized (units) {
      units.values().removeIf(unit -> !unit.begun());
      know(known);
      for (UnitPlan plan : plans) {
        if (!units.containsKey(plan.unit().id())) {
          reach(plan, UnitProgress.none(plan.unit().id(), NOBODY));
        }
      }
    }
  }

  /** Replaces the started units, because a reset may have forgotten some of them. */
  void know(ProgressState known) {
    Set<String> begun = new HashSet<>();
    synchronized (units) {
      for (UnitFiles files : known.units()) {
        begun.add(files.unit());
        put(files.unit(), files.files(), known.progressOf(files.unit()));
      }
      units.values().removeIf(unit -> unit.begun() && !begun.contains(unit.unit()));
    }
  }

  /** Records that a unit's progress was committed. */
  void reach(UnitPlan plan, UnitProgress progress) {
    synchronized (units) {
      put(plan.unit().id(), plan.files(), progress);
    }
  }

  private void put(String id, InputFiles files, UnitProgress progress) {
    UnitReading before = units.get(id);
    if (before == null || !before.isAt(progress)) {
      units.put(id, UnitReading.of(files, progress));
    }
  }

  /**
   * Records that rows of a file are being read.
   *
   * @param rowsOfFile all rows of the file; 0 if unknown
   */
  void open(long bytes, long rowsOfFile) {
    bytesPerRow = rowsOfFile == 0 ? 0 : (double) bytes / rowsOfFile;
  }

  void addRows(long count) {
    rows.addAndGet(count);
  }

  void addFormerBytes(long count) {
    formerBytes.addAndGet(count);
    readBytes.addAndGet(count);
  }

  void addBytes(long count) {
    readBytes.addAndGet(count);
  }

  /**
   * The progress of a unit as of the last committed transaction. A process that continues after a
   * kill begins with the same numbers.
   *
   * @param files number of the unit's files
   * @param filesRead number of these files that were read completely or quarantined
   * @param bytes size of all files
   * @param bytesRead size of the files in {@code filesRead}
   * @param progress position and counters of the unit
   */
  public record UnitReading(
      int files, int filesRead, long bytes, long bytesRead, UnitProgress progress) {
    /**
     * Creates the progress of a unit. Keeps no list of files, because a long history may have
     * millions.
     */
    public static UnitReading of(InputFiles files, UnitProgress progress) {
      int read = progress.ended() ? files.size() : progress.file();
      return new UnitReading(files.size(), read, files.bytes(), files.bytesBefore(read), progress);
    }

    /**
     * Returns whether the unit is still at this progress. If so, nothing has been counted since.
     */
    boolean isAt(UnitProgress other) {
      return progress.file() == other.file()
          && progress.row() == other.row()
          && progress.ended() == other.ended()
          && progress.writer().equals(other.writer());
    }

    /** Returns the id of the unit. */
    public String unit() {
      return progress.unit();
    }

    /** Returns the title of the unit, as {@link Unit#title} does. */
    public String title() {
      return Unit.parse(unit()).title();
    }

    /**
     * Returns the rows read and their outcomes, as ingest counted them, by dump, bucket and name.
     * Returns a copy.
     */
    public Counters counters() {
      return progress.counted();
    }

    /** Returns the losses of the files read so far. */
    public InputLosses losses() {
      return progress.lost();
    }

    /** Returns the number of rows read. */
    public long rows() {
      return counters().total(Counters.ROWS);
    }

    /** Returns the files that could not be read, or only in part. Each has a reason. */
    public SortedMap<String, String> quarantined() {
      return progress.quarantined();
    }

    /** Returns whether the unit is read to its end. */
    public boolean ended() {
      return progress.ended();
    }

    /** Returns whether any process has started the unit. */
    public boolean begun() {
      return !progress.writer().isEmpty();
    }
  }

  /** A reason why ingest waits instead of reading. */
  public enum IngestWait {
    /** The log is full of documents that the topology has not consumed. */
    TOPOLOGY,
    /** The log is full of curated documents that the sinks have not written. */
    SINK,
    /** The log is full of signatures that the matcher has not consumed. */
    MATCHER,
    /** The broker has not deleted the consumed records yet. */
    LOG_SPACE,
    /** The memory is full of texts that a sink in this process has not written. */
    HAND_OVER,
    /** A unit that began earlier has not been read to its end. Only with near-deduplication. */
    EARLIER_UNIT,
    /** A disk to which this process writes is nearly full. */
    DISK,
    /** The broker has not confirmed a transaction yet. */
    TRANSACTION
  }
}
