package dev.sluice.storage.output;

import dev.sluice.core.Counters;
import dev.sluice.core.Unit;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * A unit whose marker arrived in a partition.
 *
 * @param unit its id
 * @param inputs its files
 * @param quarantined files that could not be read, or only in part, with the reason
 * @param ingested what ingest counted over all partitions: dump to bucket to name to rows
 * @param curated what the topology counted in this partition for the topic's bucket
 */
public record EndedUnit(
    String unit,
    InputList inputs,
    SortedMap<String, String> quarantined,
    Map<String, ? extends Map<String, ? extends Map<String, Long>>> ingested,
    Map<String, ? extends Map<String, ? extends Map<String, Long>>> curated) {
  private static final long MOST_ROWS = 1_000_000_000_000_000L;

  /** Checks id and counters. */
  public EndedUnit {
    Unit.parse(unit);
    Objects.requireNonNull(inputs, "inputs");
    Objects.requireNonNull(quarantined, "setAside");
    requireCounts(ingested);
    requireCounts(curated);
  }

  private static void requireCounts(
      Map<String, ? extends Map<String, ? extends Map<String, Long>>> nested) {
    for (long rows : Counters.ofNested(nested).entries().values()) {
      if (rows < 0 || rows > MOST_ROWS) {
        throw new IllegalArgumentException("counter of " + rows + " rows");
      }
    }
  }

  /** The same, its list of files kept apart. */
  public EndedUnit apart() {
    return new EndedUnit(unit, inputs.apart(), quarantined, ingested, curated);
  }

  /** Every dump that the unit has anything to say of: by its rows, or by its directory's name. */
  public SortedSet<String> dumps() {
    return Unit.parse(unit).dumps(Counters.ofNested(ingested), !quarantined.isEmpty());
  }
}
