package dev.sluice.app.run;

import dev.sluice.app.progress.RunMeter;
import dev.sluice.app.progress.RunMeter.RunCounts.UnitCounts;
import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.ingest.IngestGauge;
import dev.sluice.ingest.IngestGauge.UnitReading;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.sink.SinkGauge;
import dev.sluice.streams.gauge.TopologyGauge;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Derives the progress of a process from what all its stages have counted. A row is finished when
 * it was dropped, or when its document was written. Thread-safe.
 */
final class StageCounts implements Supplier<RunMeter.RunCounts> {
  private final IngestGauge ingest;
  private final TopologyGauge topology;
  private final SinkGauge sink;
  private final Set<String> units;
  private final long keptBefore;
  private final int partitions;
  private final int curatedPartitions;
  private final boolean leavesOut;

  /**
   * @param units ids of the units that are worked on
   * @param keptBefore number of kept documents of all other units
   * @param partitions number of partitions of each topic
   * @param buckets number of buckets, each of which has a topic
   * @param leavesOut whether only the sink knows what is kept, because of near-deduplication or
   *     take-downs
   */
  StageCounts(
      IngestGauge ingest,
      TopologyGauge topology,
      SinkGauge sink,
      Set<String> units,
      long keptBefore,
      int partitions,
      int buckets,
      boolean leavesOut) {
    this.ingest = ingest;
    this.topology = topology;
    this.sink = sink;
    this.units = Set.copyOf(units);
    this.keptBefore = keptBefore;
    this.partitions = partitions;
    this.curatedPartitions = partitions * buckets;
    this.leavesOut = leavesOut;
  }

  @Override
  public RunMeter.RunCounts get() {
    if (topology.partitions().size() < partitions || sink.partitions() < curatedPartitions) {
      return RunMeter.RunCounts.NONE;
    }
    SortedSet<String> sealed = sink.sealedUnits();
    long written = sink.documents();
    Counters decided = topology.counters();
    long kept = decided.total(Outcome.KEPT.key());
    long ended = ingest.counters().ended() + decided.ended();
    return new RunMeter.RunCounts(
        true,
        units(ingest, units, reading -> sealed.contains(reading.unit())),
        ended - Math.max(0, kept - written),
        OptionalLong.of(Math.max(0, keptOfAll(kept) - keptBefore)));
  }

  /** Returns the number of kept documents of all units. */
  private long keptOfAll(long keptByTopology) {
    return leavesOut ? sink.outcomes().total(Outcome.KEPT.key()) : keptByTopology;
  }

  /** Returns the progress of ingest alone. For ingest, a row is finished when it is read. */
  static RunMeter.RunCounts ofReading(IngestGauge gauge, List<UnitPlan> plans) {
    Set<String> ids = plans.stream().map(plan -> plan.unit().id()).collect(Collectors.toSet());
    List<UnitCounts> units = units(gauge, ids, UnitReading::ended);
    long rows = units.stream().mapToLong(UnitCounts::rows).sum();
    return new RunMeter.RunCounts(true, units, rows, OptionalLong.empty());
  }

  /**
   * Returns the units of the output and those to be read.
   *
   * @param ids ids of the units that this invocation works on
   */
  private static List<UnitCounts> units(
      IngestGauge gauge, Set<String> ids, Predicate<UnitReading> finished) {
    List<UnitReading> readings = gauge.units();
    double bytesPerRow = bytesPerRow(gauge, readings);
    List<UnitCounts> units = new ArrayList<>();
    for (UnitReading reading : readings) {
      units.add(
          new UnitCounts(
              reading.title(),
              ids.contains(reading.unit()),
              reading.bytes(),
              bytesRead(reading, bytesPerRow),
              reading.rows(),
              finished.test(reading)));
    }
    return units;
  }

  /** Returns the number of bytes per row of the open file, or else of all files read so far. */
  private static double bytesPerRow(IngestGauge gauge, List<UnitReading> readings) {
    if (gauge.bytesPerRow() > 0) {
      return gauge.bytesPerRow();
    }
    long bytes = 0;
    long rows = 0;
    for (UnitReading reading : readings) {
      bytes += reading.bytesRead();
      rows += reading.rows() - openRows(reading);
    }
    return rows == 0 ? 0 : (double) bytes / rows;
  }

  private static long bytesRead(UnitReading reading, double bytesPerRow) {
    long open = Math.round(openRows(reading) * bytesPerRow);
    return Math.min(reading.bytes(), reading.bytesRead() + open);
  }

  private static long openRows(UnitReading reading) {
    return reading.ended() ? 0 : reading.progress().row();
  }
}
