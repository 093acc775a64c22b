package dev.sluice.storage.output;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The state of one partition of a curated topic at a moment when no shard of it was open: where the
 * sink continues. Written once and never changed; the record with the highest number is
 * authoritative.
 *
 * @param format of this record, 3; records of format 1 have neither {@code rows} nor {@code
 *     foreign}, those of formats 1 and 2 have the sequences of all dumps that there ever were and
 *     the paths of a unit's files
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
 * @param nearDuplicates rows that were taken from the partition since the previous cut and are in
 *     no file, because an earlier document is a near-duplicate of them; by unit and dump, not
 *     written if empty
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
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Map<String, Long>> nearDuplicates,
    long foreign) {
  /** The format that is written. */
  public static final int FORMAT = 3;

  private static final int TELLS_ROWS = 2;

  /** The rows of a unit in the files, by dump. */
  public Map<String, Long> rowsOf(String unit) {
    return rows.getOrDefault(unit, Map.of());
  }

  /** The rows of a unit that were taken and not written, by dump. */
  public Map<String, Long> nearDuplicatesOf(String unit) {
    return nearDuplicates.getOrDefault(unit, Map.of());
  }

  /** The units of which rows were taken from the partition, sorted. */
  public SortedSet<String> units() {
    SortedSet<String> units = new TreeSet<>(rows.keySet());
    units.addAll(nearDuplicates.keySet());
    return units;
  }

  /** The units whose rows a file of this cut holds; empty if the record does not say. */
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

  /** Whether the record says which units its rows came from. */
  public boolean tellsRows() {
    return format >= TELLS_ROWS;
  }

  /** Requires everything except fields that earlier formats lack. */
  public CutRecord {
    Objects.requireNonNull(topic, "topic");
    Objects.requireNonNull(clusterId, "clusterId");
    Objects.requireNonNull(topicId, "topicId");
    sequences = copy(sequences, "sequences");
    files = List.copyOf(files);
    ended = List.copyOf(ended);
    rows = copyNested(rows, "rows");
    nearDuplicates = copyNested(nearDuplicates, "nearDuplicates");
    forgotten = forgotten == null ? List.of() : List.copyOf(forgotten);
  }

  /** A record without near-deduplication, as most are. */
  public CutRecord(
      int format,
      String topic,
      int partition,
      long number,
      String clusterId,
      String topicId,
      long nextOffset,
      int nextRow,
      long ordinal,
      Map<String, Long> sequences,
      List<CutFile> files,
      List<EndedUnit> ended,
      List<ForgottenDump> forgotten,
      Map<String, Map<String, Long>> rows,
      long foreign) {
    this(
        format,
        topic,
        partition,
        number,
        clusterId,
        topicId,
        nextOffset,
        nextRow,
        ordinal,
        sequences,
        files,
        ended,
        forgotten,
        rows,
        Map.of(),
        foreign);
  }

  private static Map<String, Map<String, Long>> copyNested(
      Map<String, Map<String, Long>> units, String what) {
    Map<String, Map<String, Long>> copies = new HashMap<>();
    if (units != null) {
      units.forEach((unit, dumps) -> copies.put(unit, copy(dumps, what)));
    }
    return Map.copyOf(copies);
  }

  private static Map<String, Long> copy(Map<String, Long> counts, String what) {
    counts.values().forEach(count -> Objects.requireNonNull(count, what));
    return Map.copyOf(counts);
  }

  /**
   * Converts to the current format: sequences of the dumps in this cut only, digests instead of
   * file lists. Fields that format 1 lacks stay absent.
   */
  CutRecord current() {
    if (format == FORMAT) {
      return this;
    }
    Map<String, Long> own = new HashMap<>(sequences);
    own.keySet().retainAll(files.stream().map(CutFile::dump).toList());
    return new CutRecord(
        tellsRows() ? FORMAT : format,
        topic,
        partition,
        number,
        clusterId,
        topicId,
        nextOffset,
        nextRow,
        ordinal,
        own,
        files,
        ended.stream().map(EndedUnit::apart).toList(),
        forgotten,
        rows,
        nearDuplicates,
        foreign);
  }

  /** The state before the first record. */
  public static CutRecord none(String topic, int partition, String clusterId, String topicId) {
    return new CutRecord(
        FORMAT, topic, partition, 0, clusterId, topicId, 0, 0, 0, Map.of(), List.of(), List.of(),
        List.of(), Map.of(), 0);
  }
}
