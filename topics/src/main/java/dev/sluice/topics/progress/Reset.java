package dev.sluice.topics.progress;

import dev.sluice.core.Unit;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The last reset of a dump. Begun, it keeps every ingest from reading; sent, the records that
 * forget the dump are in every partition and its units are forgotten.
 *
 * @param dump that is forgotten
 * @param id random, that of the forget records
 * @param sent whether these have been sent
 * @param generations the highest generation of each unit's name that resets of this dump have
 *     forgotten: the next one must have another number
 */
public record Reset(String dump, String id, boolean sent, SortedMap<String, Integer> generations) {
  /** Copies the map. */
  public Reset {
    generations = Collections.unmodifiableSortedMap(new TreeMap<>(generations));
  }

  /** Whether a unit is one of those that the forget records take away. */
  public boolean forgets(Unit unit) {
    return sent && unit.generation() <= generations.getOrDefault(unit.name(), 0);
  }
}
