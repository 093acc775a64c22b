package dev.sluice.sink;

import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.storage.output.CutLog;
import dev.sluice.storage.output.CutRecord;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counts the rows taken from a partition. Some are written, and others are left out. Not
 * thread-safe.
 *
 * <p>Takes memory for an entry per dump, and per unit and dump since the last cut.
 */
final class TakenRows {
  private final String bucket;
  private Counters inCuts;
  private long rowsLeftOut;
  private Map<String, Map<String, Long>> written = new HashMap<>();
  private Map<String, Map<String, Map<String, Long>>> leftOut = new HashMap<>();

  /**
   * Continues after these cuts.
   *
   * @param bucket name of the partition's bucket
   */
  TakenRows(String bucket, List<CutRecord> cuts) {
    this.bucket = bucket;
    this.inCuts = counters(cuts);
    this.rowsLeftOut =
        cuts.stream()
            .flatMap(cut -> cut.leftOut().entrySet().stream())
            .filter(outcome -> !hasNumber(outcome.getKey()))
            .flatMap(outcome -> outcome.getValue().values().stream())
            .flatMap(dumps -> dumps.values().stream())
            .mapToLong(Long::longValue)
            .sum();
  }

  /** Returns whether rows with this outcome have an ordinal, as rows in shards do. */
  private static boolean hasNumber(String outcome) {
    return outcome.equals(Outcome.TAKEN_DOWN.key());
  }

  /** Returns the numbers of rows in all cuts, without units that one of the cuts forgets. */
  private Counters counters(List<CutRecord> cuts) {
    Set<String> forgotten = new HashSet<>();
    cuts.forEach(cut -> cut.forgotten().forEach(reset -> forgotten.addAll(reset.unitIds())));
    Counters sums = new Counters();
    cuts.forEach(cut -> add(sums, cut.rows(), cut.leftOut(), forgotten));
    return sums;
  }

  private void add(
      Counters sums,
      Map<String, Map<String, Long>> written,
      Map<String, Map<String, Map<String, Long>>> leftOut,
      Set<String> forgotten) {
    add(sums, Outcome.KEPT.key(), written, forgotten);
    leftOut.forEach((outcome, units) -> add(sums, outcome, units, forgotten));
  }

  private void add(
      Counters sums, String outcome, Map<String, Map<String, Long>> units, Set<String> forgotten) {
    units.forEach(
        (unit, dumps) -> {
          if (!forgotten.contains(unit)) {
            dumps.forEach((dump, rows) -> sums.add(new Counters.Key(dump, bucket, outcome), rows));
          }
        });
  }

  /** Counts a row that was written to an open shard. */
  void write(String unit, String dump) {
    count(written, unit, dump);
  }

  /**
   * Counts a row that was left out.
   *
   * @param outcome key of the outcome of the row, which is not kept
   */
  void leaveOut(String outcome, String unit, String dump) {
    count(leftOut.computeIfAbsent(outcome, first -> new HashMap<>()), unit, dump);
    if (!hasNumber(outcome)) {
      rowsLeftOut++;
    }
  }

  private static void count(Map<String, Map<String, Long>> rows, String unit, String dump) {
    rows.computeIfAbsent(unit, first -> new HashMap<>()).merge(dump, 1L, Long::sum);
  }

  /** Returns the rows written since the last cut, by unit and dump. */
  Map<String, Map<String, Long>> written() {
    return written;
  }

  /** Returns the rows left out since the last cut, by outcome, unit and dump. */
  Map<String, Map<String, Map<String, Long>>> leftOut() {
    return leftOut;
  }

  /**
   * Returns the number of rows without an ordinal that were left out since the beginning of the
   * partition.
   */
  long rowsLeftOut() {
    return rowsLeftOut;
  }

  /**
   * Starts over after a cut. The cut has recorded all rows so far.
   *
   * @param cuts the log of the partition, read again if this cut forgets units
   */
  void cut(CutRecord record, CutLog cuts) throws IOException {
    written = new HashMap<>();
    leftOut = new HashMap<>();
    if (record.forgotten().isEmpty()) {
      add(inCuts, record.rows(), record.leftOut(), Set.of());
    } else {
      inCuts = counters(cuts.read());
    }
  }

  /**
   * Returns a copy of the counters of rows kept and left out since the beginning of the output.
   * Rows in open shards are included, and units that resets have forgotten are not.
   */
  Counters outcomes() {
    Counters outcomes = new Counters();
    outcomes.merge(inCuts);
    add(outcomes, written, leftOut, Set.of());
    return outcomes;
  }
}
