package dev.sluice.app.monitor;

import dev.sluice.core.Counters;
import dev.sluice.core.InputLosses;
import dev.sluice.ingest.IngestGauge.UnitReading;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;

/**
 * The counters of ingest by unit. Only units that have changed are read again, because an output
 * may have thousands. Not thread-safe.
 */
final class RowCounts {
  private Map<String, Counted> units = new HashMap<>();

  private record Counted(UnitReading reading, Counters counters) {}

  /** Updates the counters from the current readings. */
  void update(List<UnitReading> readings) {
    Map<String, Counted> now = new HashMap<>();
    for (UnitReading reading : readings) {
      Counted before = units.get(reading.unit());
      boolean same = before != null && before.reading().equals(reading);
      now.put(reading.unit(), same ? before : new Counted(reading, reading.counters()));
    }
    units = now;
  }

  /** Returns the sum over all units. */
  Counters sum() {
    Counters sum = new Counters();
    units.values().forEach(unit -> sum.merge(unit.counters()));
    return sum;
  }

  /** Returns the losses of all files of all units. */
  InputLosses losses() {
    return units.values().stream()
        .map(unit -> unit.reading().losses())
        .reduce(InputLosses.NONE, InputLosses::plus);
  }

  /** Returns the dumps that rows of a unit belong to. */
  SortedSet<String> dumps(String unit) {
    return units.get(unit).counters().dumps();
  }

  /** Returns the values of one counter by dump. */
  static Map<String, Long> byDump(Counters counters, String name) {
    Map<String, Long> rows = new HashMap<>();
    counters
        .entries()
        .forEach(
            (key, count) -> {
              if (key.name().equals(name)) {
                rows.merge(key.dump(), count, Long::sum);
              }
            });
    return rows;
  }
}
