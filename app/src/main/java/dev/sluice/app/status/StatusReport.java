package dev.sluice.app.status;

import dev.sluice.app.output.DiskForecast;
import dev.sluice.core.InputLosses;
import dev.sluice.storage.output.Manifests;
import dev.sluice.topics.progress.RestoreProgress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The status of an output: sealed dumps from its files and, if a broker can be asked, units being
 * read and the backlog of each stage.
 *
 * @param output directory
 * @param broker host:port that was asked; empty if none could be
 * @param freeBytes of the output's disk; empty for an object store, which has no end
 * @param dumps sealed, by name
 * @param units all started units in order; only sealed ones if no broker was asked
 * @param resets in progress
 * @param reading bytes of Parquet of started units not yet read, and the rate
 * @param stages topology and sink; empty if no broker was asked
 * @param restores instances of the topology that are restoring their stores
 * @param processes of this machine that work on the output
 * @param topicBytes sizes of the topics on the brokers, including those of Kafka Streams
 * @param disk forecast for the rest; empty if no broker was asked
 */
public record StatusReport(
    String output,
    Optional<String> broker,
    OptionalLong freeBytes,
    SortedMap<String, DumpStatus> dumps,
    List<UnitStatus> units,
    List<ResetStatus> resets,
    Pace reading,
    List<StageStatus> stages,
    List<RestoreProgress> restores,
    List<ProcessStatus> processes,
    SortedMap<String, Long> topicBytes,
    Optional<DiskForecast> disk) {
  /** Copies the collections. */
  public StatusReport {
    dumps = Collections.unmodifiableSortedMap(new TreeMap<>(dumps));
    units = List.copyOf(units);
    resets = List.copyOf(resets);
    stages = List.copyOf(stages);
    restores = List.copyOf(restores);
    processes = List.copyOf(processes);
    topicBytes = Collections.unmodifiableSortedMap(new TreeMap<>(topicBytes));
  }

  /** The rows of each bucket, summed over the dumps shown. */
  public SortedMap<String, DumpStatus.BucketStatus> bucketTotals() {
    SortedMap<String, DumpStatus.BucketStatus> totals = new TreeMap<>();
    distinctDumps()
        .forEach(
            dump ->
                dump.buckets()
                    .forEach(
                        (name, part) -> totals.merge(name, part, DumpStatus.BucketStatus::plus)));
    return totals;
  }

  /** Every counter, summed over the dumps shown. */
  public SortedMap<String, Long> counterTotals() {
    SortedMap<String, Long> totals = new TreeMap<>();
    distinctDumps()
        .forEach(
            dump -> dump.counters().forEach((name, rows) -> totals.merge(name, rows, Long::sum)));
    return totals;
  }

  /** Drops and rejects of operators by outcome and reason, summed over the dumps shown. */
  public SortedMap<String, SortedMap<String, Long>> operatorTotals() {
    SortedMap<String, SortedMap<String, Long>> totals = new TreeMap<>();
    for (DumpStatus dump : distinctDumps()) {
      dump.operators()
          .forEach(
              (outcome, reasons) ->
                  reasons.forEach(
                      (reason, rows) ->
                          totals
                              .computeIfAbsent(outcome, name -> new TreeMap<>())
                              .merge(reason, rows, Long::sum)));
    }
    return totals;
  }

  /** What the files of the units shown lost, as far as ingest has read them. */
  public InputLosses losses() {
    return units.stream().map(UnitStatus::losses).reduce(InputLosses.NONE, InputLosses::plus);
  }

  /** If shards are not laid out by dump, the entry for all dumps holds all rows. */
  private List<DumpStatus> distinctDumps() {
    DumpStatus all = dumps.get(Manifests.ALL_DUMPS);
    return all == null ? List.copyOf(dumps.values()) : List.of(all);
  }

  /** Whether units were started and all are sealed, as far as visible. */
  public boolean isSealed() {
    return !units.isEmpty() && units.stream().allMatch(UnitStatus::isSealed);
  }

  /**
   * Seconds until everything started is sealed, according to the slowest stage. Empty if unknown,
   * for example while a stage does not move; 0 if it is sealed.
   */
  public OptionalLong secondsLeft() {
    if (isSealed()) {
      return OptionalLong.of(0);
    }
    long most = 1;
    for (OptionalLong part : parts()) {
      if (part.isEmpty()) {
        return OptionalLong.empty();
      }
      most = Math.max(most, part.getAsLong());
    }
    return stages.isEmpty() ? OptionalLong.empty() : OptionalLong.of(most);
  }

  private List<OptionalLong> parts() {
    List<OptionalLong> parts = new ArrayList<>();
    parts.add(reading.secondsLeft());
    restores.forEach(restore -> parts.add(restore.secondsLeft()));
    stages.forEach(stage -> parts.add(stage.pace().secondsLeft()));
    return parts;
  }
}
