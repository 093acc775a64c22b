package dev.sluice.storage.output;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sluice.core.Counters;
import dev.sluice.core.Counters.Key;
import dev.sluice.core.Outcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The state of a partition of a curated topic at a moment when it had no open shard, from which the
 * sink continues. Written once and never changed; the record with the highest number is
 * authoritative.
 *
 * @param format of this record, 1
 * @param topic the curated topic
 * @param partition of it
 * @param number 1, 2, ... within the partition
 * @param clusterId of the broker that the offsets belong to
 * @param topicId of the topic that the offsets belong to
 * @param nextOffset to read; the last consumed record's offset + 1, or its offset if rows of it are
 *     left
 * @param nextRow number of rows of the record at {@code nextOffset} that were taken; 0 unless it
 *     holds several; not written if 0
 * @param ordinal of the next document, from 0 within the partition
 * @param sequences next sequence number of a shard, by dump, of the dumps in this cut
 * @param files published by this cut
 * @param ended units whose markers this cut covers, in the order of their arrival
 * @param forgotten units whose earlier files, those of this cut included, no longer count
 * @param rows in the files, by unit and dump
 * @param leftOut rows that were taken from the partition since the previous cut and are in no file:
 *     by the {@linkplain Outcome#key key} of the outcome that they have instead of being kept, unit
 *     and dump; not written if empty
 * @param foreign number of records skipped since the previous cut because Sluice did not write them
 */
public record CutRecord(
    int format,
    String topic,
    int partition,
    long number,
    String clusterId,
    String topicId,
    long nextOffset,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) int nextRow,
    long ordinal,
    Map<String, Long> sequences,
    List<CutFile> files,
    List<EndedUnit> ended,
    List<ForgottenDump> forgotten,
    Map<String, Map<String, Long>> rows,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Map<String, Map<String, Long>>> leftOut,
    long foreign) {
  /** The current format. */
  public static final int FORMAT = 1;

  /** The rows of a unit in the files, by dump. */
  public Map<String, Long> rowsOf(String unit) {
    return rows.getOrDefault(unit, Map.of());
  }

  /** The rows of a unit that were taken but not written, by dump and outcome, without a bucket. */
  public Counters leftOutOf(String unit) {
    Counters rows = new Counters();
    leftOut.forEach(
        (outcome, units) ->
            units
                .getOrDefault(unit, Map.of())
                .forEach(
                    (dump, count) -> rows.add(new Key(dump, Counters.NO_BUCKET, outcome), count)));
    return rows;
  }

  /** The units whose rows were taken from the partition, sorted. */
  public SortedSet<String> units() {
    SortedSet<String> units = new TreeSet<>(rows.keySet());
    leftOut.values().forEach(outcome -> units.addAll(outcome.keySet()));
    return units;
  }

  /** The units whose rows are in a file of this cut. */
  SortedSet<String> unitsOf(CutFile file) {
    SortedSet<String> units = new TreeSet<>();
    rows.forEach(
        (unit, dumps) -> {
          if (file.dump().isEmpty() || dumps.containsKey(file.dump())) {
            units.add(unit);
          }
        });
    return units;
  }

  /** Checks every field, because a sink continues from this record. */
  public CutRecord {
    Json.requireFormat("a cut record", format, FORMAT);
    Objects.requireNonNull(topic, "topic");
    Objects.requireNonNull(clusterId, "clusterId");
    Objects.requireNonNull(topicId, "topicId");
    sequences = copy(sequences, "sequences");
    files = List.copyOf(files);
    ended = List.copyOf(ended);
    rows = copyNested(rows, "rows");
    leftOut = leftOut == null ? Map.of() : copyLeftOut(leftOut);
    forgotten = List.copyOf(forgotten);
  }

  private static Map<String, Map<String, Long>> copyNested(
      Map<String, Map<String, Long>> units, String what) {
    Map<String, Map<String, Long>> copies = new HashMap<>();
    units.forEach((unit, dumps) -> copies.put(unit, copy(dumps, what)));
    return Map.copyOf(copies);
  }

  private static Map<String, Map<String, Map<String, Long>>> copyLeftOut(
      Map<String, Map<String, Map<String, Long>>> outcomes) {
    Map<String, Map<String, Map<String, Long>>> copies = new HashMap<>();
    outcomes.forEach(
        (outcome, units) -> copies.put(Outcome.of(outcome).key(), copyNested(units, outcome)));
    return Map.copyOf(copies);
  }

  private static Map<String, Long> copy(Map<String, Long> counts, String what) {
    counts.values().forEach(count -> Objects.requireNonNull(count, what));
    return Map.copyOf(counts);
  }

  /** The state before the first record. */
  public static CutRecord none(String topic, int partition, String clusterId, String topicId) {
    return new CutRecord(
        FORMAT, topic, partition, 0, clusterId, topicId, 0, 0, 0, Map.of(), List.of(), List.of(),
        List.of(), Map.of(), Map.of(), 0);
  }
}
