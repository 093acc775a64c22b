package dev.sluice.ingest;

import dev.sluice.core.Counters;
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
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Progress of ingest for display. {@link #units} is what is committed, of this and of earlier
 * processes; the other numbers are of this process. Thread-safe.
 */
public final class IngestGauge {
  private static final String NOBODY = "";

  private final AtomicReference<String> unit = new AtomicReference<>("");
  private final AtomicLong rows = new AtomicLong();
  private final AtomicLong plannedBytes = new AtomicLong();
  private final AtomicLong readBytes = new AtomicLong();
  private final AtomicLong formerBytes = new AtomicLong();
  private volatile double bytesPerRow;
  private final Map<String, UnitReading> units = new LinkedHashMap<>();
  private final Counters counters = new Counters();
  private final WaitTimes<IngestWait> waits = new WaitTimes<>(IngestWait.class);

  /** Name of the unit being read; empty if none is. */
  public String unit() {
    return unit.get();
  }

  /** Rows read by this process. */
  public long rows() {
    return rows.get();
  }

  /** Bytes of all files that this invocation reads. */
  public long plannedBytes() {
    return plannedBytes.get();
  }

  /** Bytes of the files that are read completely. */
  public long readBytes() {
    return readBytes.get();
  }

  /** The part of {@link #readBytes} that an earlier process has read. */
  public long formerBytes() {
    return formerBytes.get();
  }

  /** Bytes of a row, on average, of the file being read; 0 if that is unknown before its end. */
  public double bytesPerRow() {
    return bytesPerRow;
  }

  /**
   * All units of the output, in the order of their start, and then those that are to be read. Of
   * units that another process reads at the same time, what this one knew when its own unit
   * started. A copy.
   */
  public List<UnitReading> units() {
    synchronized (units) {
      return List.copyOf(units.values());
    }
  }

  /**
   * What ingest has counted of all {@link #units}, by dump, bucket and name: the rows read, those
   * sent, and the outcomes of the others. Each number is the part of a manifest's that ingest
   * contributes. A copy.
   */
  public Counters counters() {
    synchronized (units) {
      Counters copy = new Counters();
      copy.merge(counters);
      return copy;
    }
  }

  /** What the thread that reads and publishes waits for. */
  public WaitTimes<IngestWait> waits() {
    return waits;
  }

  /** Starts with what is known of the output, and what is to be read of it. */
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

  /** Replaces what is known of units that were begun: a reset may have forgotten some. */
  void know(ProgressState known) {
    Set<String> begun = new HashSet<>();
    synchronized (units) {
      for (UnitFiles files : known.units()) {
        begun.add(files.unit());
        Optional<UnitProgress> progress = known.progress(files.unit());
        put(
            files.unit(),
            files.files(),
            progress.orElseGet(() -> UnitProgress.none(files.unit(), NOBODY)));
      }
      List<UnitReading> forgotten =
          units.values().stream()
              .filter(unit -> unit.begun() && !begun.contains(unit.unit()))
              .toList();
      for (UnitReading unit : forgotten) {
        units.remove(unit.unit());
        add(unit.counters(), -1);
      }
    }
  }

  /** A unit's progress was committed. */
  void reach(UnitPlan plan, UnitProgress progress) {
    synchronized (units) {
      put(plan.unit().id(), plan.files(), progress);
    }
  }

  private void put(String id, InputFiles files, UnitProgress progress) {
    UnitReading before = units.get(id);
    if (before == null || !before.isAt(progress)) {
      units.put(id, UnitReading.of(files, progress));
      add(progress.counted(), 1);
      if (before != null) {
        add(before.counters(), -1);
      }
    }
  }

  private void add(Counters unit, int sign) {
    unit.entries().forEach((key, rows) -> counters.add(key, sign * rows));
  }

  void plan(long bytes) {
    plannedBytes.addAndGet(bytes);
  }

  void begin(String name) {
    unit.set(name);
  }

  /**
   * Rows of a file are being read.
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
}
