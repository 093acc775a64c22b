package dev.sluice.topics.progress;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The last reset of what somebody asked for. Begun, it keeps every ingest from reading; sent, the
 * records that forget the units are in every partition.
 *
 * @param dump what was asked for: a dump, or {@code unit ...}, {@code directory ...}
 * @param id random, that of the forget records
 * @param sent whether these have been sent
 * @param generations the highest generation of each unit's name that resets of this have forgotten:
 *     the next one must have another number
 * @param units that the records take away, by id; none before they are sent
 */
public record Reset(
    String dump,
    String id,
    boolean sent,
    SortedMap<String, Integer> generations,
    SortedSet<String> units) {
  /** Copies map and set; records of old have no units. */
  public Reset {
    generations = Collections.unmodifiableSortedMap(new TreeMap<>(generations));
    units =
        Collections.unmodifiableSortedSet(units == null ? new TreeSet<>() : new TreeSet<>(units));
  }

  /** A reset that has not been sent yet. */
  public static Reset begun(String dump, String id, SortedMap<String, Integer> generations) {
    return new Reset(dump, id, false, generations, new TreeSet<>());
  }

  /**
   * The option of the command that asked, and its value: a dump's name has no space.
   *
   * @param asked for: a dump, {@code unit ...} or {@code directory ...}
   */
  public static List<String> option(String asked) {
    int space = asked.indexOf(' ');
    return space < 0
        ? List.of("--dump", asked)
        : List.of("--" + asked.substring(0, space), asked.substring(space + 1));
  }

  /** Whether a unit is one of those that the forget records take away. */
  public boolean forgets(String unit) {
    return sent && units.contains(unit);
  }
}
