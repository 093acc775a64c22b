package dev.sluice.ingest;

import dev.sluice.core.Counters;
import dev.sluice.core.gauge.WaitTimes;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.UnitFiles;
import dev.sluice.topics.progress.UnitProgress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  private final Map<String, UnitReading> units = new LinkedHashMap<>();
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
    Counters all = new Counters();
    units().forEach(reading -> all.merge(reading.counters()));
    return all;
  }

  /** What the thread that reads and publishes waits for. */
  public WaitTimes<IngestWait> waits() {
    return waits;
  }

  /** Starts with what is known of the output, and what is to be read of it. */
  void plan(ProgressState known, List<UnitPlan> plans) {
    synchronized (units) {
      units.clear();
      know(known);
      plans.forEach(
          plan ->
              units.putIfAbsent(
                  plan.unit().id(),
                  UnitReading.of(plan.files(), UnitProgress.none(plan.unit().id(), NOBODY))));
    }
  }

  /** Replaces what is known of units that were begun: a reset may have forgotten some. */
  void know(ProgressState known) {
    synchronized (units) {
      units.values().removeIf(UnitReading::begun);
      for (UnitFiles files : known.units()) {
        UnitProgress progress =
            known.progress(files.unit()).orElseGet(() -> UnitProgress.none(files.unit(), NOBODY));
        units.put(files.unit(), UnitReading.of(files.files(), progress));
      }
    }
  }

  /** A unit's progress was committed. */
  void reach(UnitPlan plan, UnitProgress progress) {
    synchronized (units) {
      units.put(plan.unit().id(), UnitReading.of(plan.files(), progress));
    }
  }

  void plan(long bytes) {
    plannedBytes.addAndGet(bytes);
  }

  void begin(String name) {
    unit.set(name);
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
