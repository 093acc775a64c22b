package dev.sluice.app.status;

import dev.sluice.app.output.DiskForecast;
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
 * How far an output is: its sealed dumps by what lies on disk, and, where a broker can be asked,
 * the units being read and what waits between the stages.
 *
 * @param output directory
 * @param broker host:port that was asked; empty where none could be
 * @param freeBytes of the output's disk
 * @param dumps sealed, by name
 * @param units every unit that was begun, in order; only those sealed where no broker was asked
 * @param resets dumps that are being forgotten
 * @param reading bytes of Parquet that are begun and not read, and how many are read in a second
 * @param stages topology and sink; none where no broker was asked
 * @param restores instances of the topology that restore their stores
 * @param processes of this machine that work on the output
 * @param topicBytes what the topics take on the brokers, those of Kafka Streams included
 * @param disk what the rest will take; empty where no broker was asked
 */
public record StatusReport(
    String output,
    Optional<String> broker,
    long freeBytes,
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

  /** What became of the rows of each bucket, over the dumps shown. */
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

  /** Every counter, over the dumps shown. */
  public SortedMap<String, Long> counterTotals() {
    SortedMap<String, Long> totals = new TreeMap<>();
    distinctDumps()
        .forEach(
            dump -> dump.counters().forEach((name, rows) -> totals.merge(name, rows, Long::sum)));
    return totals;
  }

  /** What operators ended, by outcome and reason, over the dumps shown. */
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

  /** Where shards are not laid out by dump, the entry of all dumps holds the others' rows. */
  private List<DumpStatus> distinctDumps() {
    DumpStatus all = dumps.get(Manifests.ALL_DUMPS);
    return all == null ? List.copyOf(dumps.values()) : List.of(all);
  }

  /** Whether units were begun and every one is sealed, as far as can be seen. */
  public boolean isSealed() {
    return !units.isEmpty() && units.stream().allMatch(UnitStatus::isSealed);
  }

  /**
   * When everything begun will be sealed, in seconds: that of the slowest stage. Empty where that
   * cannot be told, as while something stands still; 0 when it is.
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
