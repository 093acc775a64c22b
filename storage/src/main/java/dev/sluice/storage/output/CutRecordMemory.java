package dev.sluice.storage.output;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Shares equal values between cut records: names of dumps, units and topics occur in very many
 * records, and ingest's counters of a unit in the records of all partitions. Thread-safe.
 */
public final class CutRecordMemory {
  private final Map<Object, Object> values = new HashMap<>();

  /** The same record, sharing values with all records passed before. */
  synchronized CutRecord of(CutRecord record) {
    return new CutRecord(
        record.format(),
        shared(record.topic()),
        record.partition(),
        record.number(),
        shared(record.clusterId()),
        shared(record.topicId()),
        record.nextOffset(),
        record.nextRow(),
        record.ordinal(),
        keysShared(record.sequences()),
        record.files().stream().map(this::of).toList(),
        record.ended().stream().map(this::of).toList(),
        record.forgotten(),
        unitsShared(record.rows()),
        leftOutShared(record.leftOut()),
        record.foreign());
  }

  private Map<String, Map<String, Long>> unitsShared(Map<String, Map<String, Long>> units) {
    Map<String, Map<String, Long>> shared = new HashMap<>();
    units.forEach((unit, dumps) -> shared.put(shared(unit), keysShared(dumps)));
    return shared;
  }

  private Map<String, Map<String, Map<String, Long>>> leftOutShared(
      Map<String, Map<String, Map<String, Long>>> outcomes) {
    Map<String, Map<String, Map<String, Long>>> shared = new HashMap<>();
    outcomes.forEach((outcome, units) -> shared.put(shared(outcome), unitsShared(units)));
    return shared;
  }

  private CutFile of(CutFile file) {
    return new CutFile(
        file.path(),
        shared(file.bucket()),
        shared(file.dump()),
        file.rows(),
        file.bytes(),
        file.textBytes(),
        file.sha256());
  }

  private EndedUnit of(EndedUnit unit) {
    return new EndedUnit(
        shared(unit.unit()),
        shared(unit.inputs()),
        sortedShared(unit.quarantined()),
        shared(small(unit.ingested())),
        small(unit.curated()),
        sortedShared(unit.losses()),
        sortedShared(unit.sources()));
  }

  /** The same counters in maps without spare capacity; most have one entry. */
  private static Map<String, Map<String, Map<String, Long>>> small(
      Map<String, ? extends Map<String, ? extends Map<String, Long>>> dumps) {
    return copy(dumps, buckets -> copy(buckets, Map::copyOf));
  }

  private static <V, C> Map<String, C> copy(Map<String, V> map, Function<V, C> copy) {
    return map.entrySet().stream()
        .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, e -> copy.apply(e.getValue())));
  }

  private Map<String, Long> keysShared(Map<String, Long> counts) {
    Map<String, Long> shared = new HashMap<>();
    counts.forEach((name, count) -> shared.put(shared(name), count));
    return shared;
  }

  /** An empty map is equal to any other, also to one that is not sorted. */
  private <T> SortedMap<String, T> sortedShared(SortedMap<String, T> values) {
    return values.isEmpty() ? Collections.emptySortedMap() : shared(values);
  }

  @SuppressWarnings("unchecked")
  private <T> T shared(T value) {
    return (T) values.computeIfAbsent(value, first -> first);
  }
}
