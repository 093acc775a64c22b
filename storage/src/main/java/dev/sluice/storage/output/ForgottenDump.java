package dev.sluice.storage.output;

import dev.sluice.core.BegunUnit;
import dev.sluice.core.DumpName;
import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.Unit;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A reset at which a cut was made. Files of the reset's units up to and including this cut no
 * longer count.
 *
 * @param dump the request: a dump, {@code unit ...} or {@code directory ...}
 * @param reset random id of the reset
 * @param units the complete units; no file holds both rows of these and of any other unit
 * @param begun all other units that had begun but not ended
 */
public record ForgottenDump(
    String dump, String reset, List<ForgottenUnit> units, List<BegunUnit> begun) {
  /** Copies the lists. */
  public ForgottenDump {
    Objects.requireNonNull(dump, "dump");
    Objects.requireNonNull(reset, "reset");
    units = List.copyOf(units);
    begun = List.copyOf(begun);
  }

  /** Returns the ids of the units. */
  public SortedSet<String> unitIds() {
    SortedSet<String> ids = new TreeSet<>();
    units.forEach(unit -> ids.add(unit.unit()));
    return ids;
  }

  /** Returns all dumps of the units' rows and directories. */
  public SortedSet<String> dumps() {
    SortedSet<String> dumps = new TreeSet<>();
    for (ForgottenUnit unit : units) {
      dumps.addAll(unit.dumps());
      dumps.add(Unit.parse(unit.unit()).directoryDump());
    }
    if (DumpName.isValid(dump)) {
      dumps.add(dump);
    }
    return dumps;
  }
}
