package dev.sluice.app.run;

import dev.sluice.app.progress.RunCounts;
import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.ingest.IngestGauge;
import dev.sluice.sink.SinkGauge;
import dev.sluice.streams.gauge.TopologyGauge;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Supplier;

/**
 * What all stages of a process have counted, as its progress: a row is finished when it was
 * dropped, or when its document was written. Thread-safe.
 */
final class StageCounts implements Supplier<RunCounts> {
  private final IngestGauge ingest;
  private final TopologyGauge topology;
  private final SinkGauge sink;
  private final Set<String> units;
  private final long keptBefore;
  private final int partitions;
  private final int curatedPartitions;
  private final boolean nearDedup;

  /**
   * @param units ids of those that are worked on
   * @param keptBefore documents of all other units
   * @param partitions of each topic
   * @param buckets each with a topic
   * @param nearDedup whether only the sink knows what is kept
   */
  StageCounts(
      IngestGauge ingest,
      TopologyGauge topology,
      SinkGauge sink,
      Set<String> units,
      long keptBefore,
      int partitions,
      int buckets,
      boolean nearDedup) {
    this.ingest = ingest;
    this.topology = topology;
    this.sink = sink;
    this.units = Set.copyOf(units);
    this.keptBefore = keptBefore;
    this.partitions = partitions;
    this.curatedPartitions = partitions * buckets;
    this.nearDedup = nearDedup;
  }

  @Override
  public RunCounts get() {
    if (topology.partitions().size() < partitions || sink.partitions() < curatedPartitions) {
      return RunCounts.NONE;
    }
    SortedSet<String> sealed = sink.sealedUnits();
    long written = sink.documents();
    Counters decided = topology.counters();
    long kept = decided.total(Outcome.KEPT.key());
    long ended = ingest.counters().ended() + decided.ended();
    return new RunCounts(
        true,
        ReadingCounts.units(ingest, units, reading -> sealed.contains(reading.unit())),
        ended - Math.max(0, kept - written),
        OptionalLong.of(Math.max(0, keptOfAll(kept) - keptBefore)));
  }

  /** Documents of all units. */
  private long keptOfAll(long keptByTopology) {
    return nearDedup ? sink.outcomes().total(Outcome.KEPT.key()) : keptByTopology;
  }
}
