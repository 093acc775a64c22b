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
 * @param quarantined the files that could not be read, or only in part, with the reasons
 * @param ingested ingest's counts over all partitions: the number of rows by dump, bucket and name
 * @param curated the topology's counts in this partition for the topic's bucket
 * @param losses the losses of its files, see {@link InputLosses#files}; not written if empty
 * @param sources the origins of directories of the input, if it was read at commits; not written if
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

  /** Returns the losses of the unit's files, as counted by ingest. */
  public InputLosses lost() {
    return new InputLosses(losses);
  }

  /**
   * Returns all dumps of the unit. These are the dumps of its rows, and the dump after which its
   * directory is named.
   */
  public SortedSet<String> dumps() {
    return Unit.parse(unit).dumps(Counters.ofNested(ingested), !quarantined.isEmpty());
  }
}
