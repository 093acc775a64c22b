package dev.sluice.storage.output;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;

/**
 * Shares equal values between cut records. Names of dumps, units and topics occur in very many
 * records, and ingest's counters of a unit in the records of all partitions. Thread-safe.
 */
public final class CutRecordMemory {
  private final Map<Object, Object> values = new HashMap<>();

  /** Returns an equal record that shares values with all records passed before. */
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
        compact(record.sequences()),
        record.files().stream().map(this::of).toList(),
        record.ended().stream().map(this::of).toList(),
        record.forgotten(),
        compact(record.rows()),
        compact(record.leftOut()),
        record.foreign(),
        record.blocklist());
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
        shared(compact(unit.ingested())),
        compact(unit.curated()),
        sortedShared(unit.losses()),
        sortedShared(unit.sources()));
  }

  /** Copies a map, and the maps in it, without spare capacity and with shared keys. */
  @SuppressWarnings("unchecked")
  private <V> Map<String, V> compact(Map<String, V> map) {
    Map<String, V> copy = new HashMap<>();
    map.forEach(
        (key, value) ->
            copy.put(
                shared(key),
                value instanceof Map<?, ?> nested ? (V) compact((Map<String, ?>) nested) : value));
    return Map.copyOf(copy);
  }

  /** Shares a sorted map; an empty map equals every other empty map, sorted or not. */
  private <T> SortedMap<String, T> sortedShared(SortedMap<String, T> values) {
    return values.isEmpty() ? Collections.emptySortedMap() : shared(values);
  }

  @SuppressWarnings("unchecked")
  private <T> T shared(T value) {
    return (T) values.computeIfAbsent(value, first -> first);
  }
}
