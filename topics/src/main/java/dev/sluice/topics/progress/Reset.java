package dev.sluice.topics.progress;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The last reset of one target. Ingest waits while a reset is started but not sent; once sent, the
 * forget records are in every partition.
 *
 * @param dump the target: a dump, or {@code unit ...}, {@code directory ...}
 * @param id random id, which the forget records carry
 * @param sent whether the forget records were sent
 * @param generations highest forgotten generation of each unit's name; the next generation must
 *     differ
 * @param units ids of the units that the records forget; empty before they are sent
 */
public record Reset(
    String dump,
    String id,
    boolean sent,
    SortedMap<String, Integer> generations,
    SortedSet<String> units) {
  /** Copies the map and the set. */
  public Reset {
    generations = Collections.unmodifiableSortedMap(new TreeMap<>(generations));
    units = Collections.unmodifiableSortedSet(new TreeSet<>(units));
  }

  /** Returns a reset that is started but not sent. */
  public static Reset started(String dump, String id, SortedMap<String, Integer> generations) {
    return new Reset(dump, id, false, generations, new TreeSet<>());
  }

  /**
   * Returns the option of the reset command that names a target, and the value of the option. A
   * target without a space is a dump.
   *
   * @param target a dump, {@code unit ...} or {@code directory ...}
   */
  public static List<String> option(String target) {
    int space = target.indexOf(' ');
    return space < 0
        ? List.of("--dump", target)
        : List.of("--" + target.substring(0, space), target.substring(space + 1));
  }

  /** Returns whether the forget records were sent and forget this unit. */
  public boolean forgets(String unit) {
    return sent && units.contains(unit);
  }
}
