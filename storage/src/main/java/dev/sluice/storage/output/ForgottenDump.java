package dev.sluice.storage.output;

import dev.sluice.core.DumpName;
import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.Unit;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a cut forgets: files of these units up to and with this cut no longer count.
 *
 * @param dump what was asked for: a dump, or {@code unit ...}, {@code directory ...}
 * @param reset random id of the reset
 * @param units as wholes: no file holds rows of one of them and of another unit
 */
public record ForgottenDump(String dump, String reset, List<ForgottenUnit> units) {
  /** Copies the list. */
  public ForgottenDump {
    Objects.requireNonNull(dump, "dump");
    Objects.requireNonNull(reset, "reset");
    units = List.copyOf(units);
  }

  /** The ids of the units. */
  public SortedSet<String> unitIds() {
    SortedSet<String> ids = new TreeSet<>();
    units.forEach(unit -> ids.add(unit.unit()));
    return ids;
  }

  /** Every dump that the units had anything to say of, by their rows or their directories. */
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
