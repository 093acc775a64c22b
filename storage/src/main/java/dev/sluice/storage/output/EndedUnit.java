package dev.sluice.storage.output;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sluice.core.Counters;
import dev.sluice.core.InputLosses;
import dev.sluice.core.Unit;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * A unit whose end-of-unit marker arrived in a partition.
 *
 * @param unit its id
 * @param inputs its files
 * @param quarantined files that could not be read, or only in part, with the reason
 * @param ingested what ingest counted over all partitions: dump to bucket to name to rows
 * @param curated what the topology counted in this partition for the topic's bucket
 * @param losses what its files lost, see {@link InputLosses#files}; not written if empty
 * @param sources what directories of the input stood for, if it was read at commits; not written if
 *     empty
 */
public record EndedUnit(
    String unit,
    InputList inputs,
    SortedMap<String, String> quarantined,
    Map<String, ? extends Map<String, ? extends Map<String, Long>>> ingested,
    Map<String, ? extends Map<String, ? extends Map<String, Long>>> curated,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) SortedMap<String, SortedMap<String, Long>> losses,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) SortedMap<String, String> sources) {
  private static final long MOST_ROWS = 1_000_000_000_000_000L;

  /** Checks the id and the counters. */
  public EndedUnit {
    Unit.parse(unit);
    Objects.requireNonNull(inputs, "inputs");
    quarantined.forEach((file, reason) -> Objects.requireNonNull(reason, file));
    requireCounts(ingested);
    requireCounts(curated);
    losses = losses == null ? new TreeMap<>() : losses;
    requireLosses(losses);
    sources = sources == null ? new TreeMap<>() : sources;
    sources.forEach((directory, source) -> Objects.requireNonNull(source, directory));
  }

  private static void requireCounts(
      Map<String, ? extends Map<String, ? extends Map<String, Long>>> nested) {
    Counters.ofNested(nested).entries().values().forEach(EndedUnit::requireCount);
  }

  private static void requireLosses(SortedMap<String, SortedMap<String, Long>> losses) {
    losses.values().forEach(counts -> counts.values().forEach(EndedUnit::requireCount));
  }

  private static void requireCount(long rows) {
    if (rows < 0 || rows > MOST_ROWS) {
      throw new IllegalArgumentException("counter of " + rows + " rows");
    }
  }

  /** The losses of the unit's files, as counted by ingest. */
  public InputLosses lost() {
    return new InputLosses(losses);
  }

  /** All dumps of the unit: those of its rows, and the dump that its directory is named after. */
  public SortedSet<String> dumps() {
    return Unit.parse(unit).dumps(Counters.ofNested(ingested), !quarantined.isEmpty());
  }
}
