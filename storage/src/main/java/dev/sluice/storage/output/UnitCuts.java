package dev.sluice.storage.output;

import dev.sluice.core.Counters;
import dev.sluice.core.Counters.Key;
import dev.sluice.core.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The cut records of one partition by unit. Made in one pass over the records; immutable. */
final class UnitCuts {
  private final Map<String, End> ends = new HashMap<>();
  private final Map<String, List<Integer>> cuts = new HashMap<>();
  private final List<CutRecord> log;

  /**
   * The end of a unit.
   *
   * @param index the index of the cut that covers its marker
   * @param unit the unit as recorded in the cut
   */
  record End(int index, EndedUnit unit) {}

  UnitCuts(List<CutRecord> log) {
    this.log = log;
    for (int index = 0; index < log.size(); index++) {
      CutRecord cut = log.get(index);
      for (EndedUnit unit : cut.ended()) {
        ends.put(unit.unit(), new End(index, unit));
      }
      for (String unit : cut.units()) {
        cuts.computeIfAbsent(unit, id -> new ArrayList<>()).add(index);
      }
    }
  }

  /** Returns the end of a unit, or empty if its marker has not arrived. */
  Optional<End> end(String unit) {
    return Optional.ofNullable(ends.get(unit));
  }

  /** Returns the cuts, up to a unit's end, that took rows of the unit. */
  List<CutRecord> cuts(End end) {
    return cuts.getOrDefault(end.unit().unit(), List.of()).stream()
        .filter(index -> index <= end.index())
        .map(log::get)
        .toList();
  }

  /**
   * Returns the number of rows of a unit that were taken but not written, by dump and outcome. They
   * have no bucket.
   */
  Counters leftOut(End end) {
    Counters rows = new Counters();
    cuts(end).forEach(cut -> rows.merge(cut.leftOutOf(end.unit().unit())));
    return rows;
  }

  /**
   * Returns the outcomes of the rows that the topology counted. Rows that the sink took and left
   * out do not count as kept, but with the outcome for which they were left out. The counters of
   * each bucket and dump add up to the topology's.
   */
  Counters outcomes(End end) {
    Counters outcomes = Counters.ofNested(end.unit().curated());
    Counters leftOut = leftOut(end);
    if (!leftOut.isEmpty()) {
      for (Key kept : List.copyOf(outcomes.entries().keySet())) {
        if (kept.name().equals(Outcome.KEPT.key())) {
          leftOut
              .ofDump(kept.dump())
              .entries()
              .forEach(
                  (key, rows) -> {
                    outcomes.add(kept, -rows);
                    outcomes.add(new Key(kept.dump(), kept.bucket(), key.name()), rows);
                  });
        }
      }
    }
    return outcomes;
  }

  /** Returns the partition's name for messages. */
  String partition() {
    return log.get(0).topic() + "-" + log.get(0).partition();
  }
}
