package dev.sluice.sink;

import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.storage.output.CutRecord;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The rows that were taken from one partition: those that were written, and those that were left
 * out because an earlier document is a near-duplicate. Not thread-safe.
 *
 * <p>Memory: an entry for each dump, and for each unit and dump since the last cut.
 */
final class TakenRows {
  private final String bucket;
  private Counters inCuts;
  private long leftOut;
  private Map<String, Map<String, Long>> written = new HashMap<>();
  private Map<String, Map<String, Long>> nearDuplicates = new HashMap<>();

  /**
   * Continues after these cuts.
   *
   * @param bucket name of the partition's bucket
   */
  TakenRows(String bucket, List<CutRecord> cuts) {
    this.bucket = bucket;
    this.inCuts = counters(cuts);
    this.leftOut =
        cuts.stream()
            .flatMap(cut -> cut.nearDuplicates().values().stream())
            .flatMap(dumps -> dumps.values().stream())
            .mapToLong(Long::longValue)
            .sum();
  }

  /** What all cuts have taken, without the units that one of them forgets. */
  private Counters counters(List<CutRecord> cuts) {
    Set<String> forgotten = new HashSet<>();
    cuts.forEach(cut -> cut.forgotten().forEach(reset -> forgotten.addAll(reset.unitIds())));
    Counters sums = new Counters();
    for (CutRecord cut : cuts) {
      add(sums, Outcome.KEPT, cut.rows(), forgotten);
      add(sums, Outcome.NEAR_DUPLICATES_REMOVED, cut.nearDuplicates(), forgotten);
    }
    return sums;
  }

  private void add(
      Counters sums, Outcome outcome, Map<String, Map<String, Long>> units, Set<String> forgotten) {
    units.forEach(
        (unit, dumps) -> {
          if (!forgotten.contains(unit)) {
            dumps.forEach(
                (dump, rows) -> sums.add(new Counters.Key(dump, bucket, outcome.key()), rows));
          }
        });
  }

  /** A row is in a shard that is not published yet. */
  void write(String unit, String dump) {
    count(written, unit, dump);
  }

  /** A row is left out. */
  void leaveOut(String unit, String dump) {
    count(nearDuplicates, unit, dump);
    leftOut++;
  }

  private static void count(Map<String, Map<String, Long>> rows, String unit, String dump) {
    rows.computeIfAbsent(unit, first -> new HashMap<>()).merge(dump, 1L, Long::sum);
  }

  /** Written since the last cut, by unit and dump. */
  Map<String, Map<String, Long>> written() {
    return written;
  }

  /** Left out since the last cut, by unit and dump. */
  Map<String, Map<String, Long>> nearDuplicates() {
    return nearDuplicates;
  }

  /** The number of rows left out since the beginning of the partition. */
  long leftOut() {
    return leftOut;
  }

  /**
   * A cut has taken everything so far.
   *
   * @param cuts all of them, needed if this one forgets units
   */
  void cut(CutRecord record, CutSource cuts) throws IOException {
    written = new HashMap<>();
    nearDuplicates = new HashMap<>();
    if (record.forgotten().isEmpty()) {
      add(inCuts, Outcome.KEPT, record.rows(), Set.of());
      add(inCuts, Outcome.NEAR_DUPLICATES_REMOVED, record.nearDuplicates(), Set.of());
    } else {
      inCuts = counters(cuts.read());
    }
  }

  /** Reads all cut records. */
  @FunctionalInterface
  interface CutSource {
    List<CutRecord> read() throws IOException;
  }

  /**
   * Documents kept and near-duplicates removed since the beginning of the output, with what is in
   * open shards, without units that resets have forgotten. A copy.
   */
  Counters outcomes() {
    Counters outcomes = new Counters();
    outcomes.merge(inCuts);
    add(outcomes, Outcome.KEPT, written, Set.of());
    add(outcomes, Outcome.NEAR_DUPLICATES_REMOVED, nearDuplicates, Set.of());
    return outcomes;
  }
}
