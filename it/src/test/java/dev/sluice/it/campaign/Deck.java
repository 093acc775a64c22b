package dev.sluice.it.campaign;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Every fault that a round can be about. */
final class Deck {
  /** Where a transaction is open, or somebody else might do the same meanwhile. */
  private static final Set<Point> WORTH_A_PAUSE =
      EnumSet.of(
          Point.ROWS_SENT,
          Point.MARKERS_SENT,
          Point.INGEST_BEFORE_COMMIT,
          Point.STREAMS_OFFSETS_SENT,
          Point.STREAMS_BEFORE_COMMIT,
          Point.RECORD_DEDUPLICATED,
          Point.SHARD_BEFORE_PUBLISH,
          Point.CUT_BEFORE_RECORD,
          Point.CUT_BEFORE_DELETE_RECORDS,
          Point.BROKER_BEFORE_MARKERS);

  /** All of them, in a fixed order. */
  static final List<Fault> ALL = all();

  private Deck() {}

  private static List<Fault> all() {
    List<Fault> faults = new ArrayList<>();
    for (Point point : Point.values()) {
      faults.add(new Strike(point.role(), Act.KILL, Optional.of(point)));
      faults.add(new Strike(Role.RUN, Act.KILL, Optional.of(point)));
      faults.add(new Strike(point.role(), Act.TERMINATE, Optional.of(point)));
      if (WORTH_A_PAUSE.contains(point)) {
        faults.add(new Strike(point.role(), Act.PAUSE, Optional.of(point)));
      }
    }
    for (Role role : Role.values()) {
      for (Act act : Act.values()) {
        faults.add(new Strike(role, act, Optional.empty()));
      }
    }
    faults.addAll(Arrays.asList(Incident.values()));
    return List.copyOf(faults);
  }

  /** Those whose names hold this text; at least one. */
  static List<Fault> named(String text) {
    List<Fault> found = ALL.stream().filter(fault -> fault.words().contains(text)).toList();
    if (found.isEmpty()) {
      throw new IllegalArgumentException("no fault is named like " + text);
    }
    return found;
  }

  /** Quick ones that can be in the same round. */
  static List<Strike> beside(Strike main) {
    return ALL.stream()
        .filter(Strike.class::isInstance)
        .map(Strike.class::cast)
        .filter(strike -> (strike.role() == Role.RUN) == (main.role() == Role.RUN))
        .filter(strike -> strike.act() != Act.PAUSE)
        .toList();
  }
}
