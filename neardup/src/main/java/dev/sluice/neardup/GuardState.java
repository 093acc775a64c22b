package dev.sluice.neardup;

import dev.sluice.neardup.SignatureFooter.Counts;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The counts of the guard for a unit.
 *
 * @param groups what was decided so far, by group
 * @param file of the last document that was decided; empty before the first
 * @param row of that document
 * @param kept groups from which only copies are removed in this unit
 */
public record GuardState(
    SortedMap<String, Counts> groups, String file, long row, List<String> kept) {
  /** Creates the state of a unit that has not begun. */
  public static final GuardState NONE = new GuardState(new TreeMap<>(), "", 0, List.of());

  /** Copies the collections. */
  public GuardState {
    groups = Collections.unmodifiableSortedMap(new TreeMap<>(groups));
    kept = List.copyOf(kept);
    Objects.requireNonNull(file, "file");
  }

  static GuardState begin(String unit, Guard guard) {
    return new GuardState(NONE.groups, "", 0, guard.decisions().keptIn(unit));
  }
}
