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
 * The state of a partition of a curated topic at a moment when it had no open shard. The sink
 * continues from this state. Written once and never changed; the record with the highest number is
 * authoritative.
 *
 * @param format the format of this record: 1, or 2 if it has a blocklist
 * @param topic the curated topic
 * @param partition the partition
 * @param number 1, 2, ... within the partition
 * @param clusterId the id of the cluster to which the offsets belong
 * @param topicId the id of the topic to which the offsets belong
 * @param nextOffset the next offset to read: the last consumed record's offset + 1, or that
 *     record's offset if some of its rows have not been taken
 * @param nextRow the number of rows taken from the record at {@code nextOffset}; 0 unless it holds
 *     several rows; not written if 0
 * @param ordinal the ordinal of the next document, from 0 within the partition
 * @param sequences the next sequence number of a shard, for each dump in this cut
 * @param files the files published by this cut
 * @param ended the units whose markers this cut covers, in the order of their arrival
 * @param forgotten the units whose files up to and including this cut no longer count
 * @param rows the number of rows in the files, by unit and dump
 * @param leftOut the number of rows that were taken from the partition since the previous cut and
 *     are in no file, by unit, dump and the {@linkplain Outcome#key key} of the outcome that
 *     replaces "kept"; not written if empty
 * @param foreign the number of records skipped since the previous cut because Sluice did not write
 *     them
 * @param blocklist the number of the last take-down with whose entries, and those of all earlier
 *     take-downs, the rows were compared; 0, and not written, if there was none
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
    long foreign,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) long blocklist) {
  /** The format of a record without a blocklist. */
  public static final int FORMAT = 1;

  /** The format of a record with a blocklist. Versions that know no take-downs refuse it. */
  private static final int BLOCKLIST_FORMAT = 2;

  /** Returns the number of rows of a unit in the files, by dump. */
  public Map<String, Long> rowsOf(String unit) {
    return rows.getOrDefault(unit, Map.of());
  }

  /**
   * Returns the number of rows of a unit that were taken but not written, by dump and outcome. They
   * have no bucket.
   */
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

  /** Returns the units whose rows were taken from the partition, sorted. */
  public SortedSet<String> units() {
    SortedSet<String> units = new TreeSet<>(rows.keySet());
    leftOut.values().forEach(outcome -> units.addAll(outcome.keySet()));
    return units;
  }

  /** Returns the units whose rows are in a file of this cut. */
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
    Json.requireFormat("a cut record", format, FORMAT, BLOCKLIST_FORMAT);
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

  /** Returns the state before the first record. */
  public static CutRecord none(String topic, int partition, String clusterId, String topicId) {
    return new CutRecord(
        FORMAT, topic, partition, 0, clusterId, topicId, 0, 0, 0, Map.of(), List.of(), List.of(),
        List.of(), Map.of(), Map.of(), 0, 0);
  }

  /** Returns the format of a record with this blocklist. */
  public static int format(long blocklist) {
    return blocklist == 0 ? FORMAT : BLOCKLIST_FORMAT;
  }

  /**
   * Returns whether this cut may be one of the topic with this id. A take-down before the first cut
   * of a partition knows no topic.
   */
  public boolean isOfTopic(String id) {
    return topicId.isEmpty() || topicId.equals(id);
  }

  /**
   * Returns the record after this one that has nothing new but a take-down. It takes the number of
   * the next cut, so that a sink that does not know the take-down cannot make this cut.
   */
  public CutRecord fence(long takeDown) {
    return new CutRecord(
        format(takeDown),
        topic,
        partition,
        number + 1,
        clusterId,
        topicId,
        nextOffset,
        nextRow,
        ordinal,
        Map.of(),
        List.of(),
        List.of(),
        List.of(),
        Map.of(),
        Map.of(),
        0,
        takeDown);
  }
}
