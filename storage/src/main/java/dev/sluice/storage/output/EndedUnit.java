package dev.sluice.storage.output;

import dev.sluice.core.Counters;
import dev.sluice.core.Unit;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * A unit whose marker arrived in a partition.
 *
 * @param unit its id
 * @param inputs its files by relative path, in reading order
 * @param setAside files that could not be read, or only in part, with the reason
 * @param ingested what ingest counted over all partitions: dump to bucket to name to rows
 * @param curated what the topology counted in this partition for the topic's bucket
 */
public record EndedUnit(
    String unit,
    List<String> inputs,
    SortedMap<String, String> setAside,
    SortedMap<String, SortedMap<String, SortedMap<String, Long>>> ingested,
    SortedMap<String, SortedMap<String, SortedMap<String, Long>>> curated) {

  /** Every dump that the unit has anything to say of: by its rows, or by its directory's name. */
  public SortedSet<String> dumps() {
    return Unit.parse(unit).dumps(Counters.ofNested(ingested), !setAside.isEmpty());
  }
}
