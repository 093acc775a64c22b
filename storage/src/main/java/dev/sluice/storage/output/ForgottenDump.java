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
 * A reset at which a cut was made. Files of its units up to and including this cut no longer count.
 *
 * @param dump the request: a dump, {@code unit ...} or {@code directory ...}
 * @param reset random id of the reset
 * @param units complete units: no file holds rows of one of them and of another unit
 * @param begun all other units that had begun and not ended
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

  /** The ids of the units. */
  public SortedSet<String> unitIds() {
    SortedSet<String> ids = new TreeSet<>();
    units.forEach(unit -> ids.add(unit.unit()));
    return ids;
  }

  /** All dumps of the units' rows and directories. */
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
