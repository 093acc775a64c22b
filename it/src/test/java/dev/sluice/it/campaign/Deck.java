package dev.sluice.it.campaign;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

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
          Point.SIGNATURES_SENT,
          Point.BATCH_BEFORE_DECISION,
          Point.SIGNATURES_SYNCED,
          Point.SIGNED_RECORDS_BEFORE_DELETE,
          Point.MERGED_SIGNATURES_BEFORE_PUBLISH,
          Point.MERGED_SIGNATURES_DELETED,
          Point.SHARD_BEFORE_PUBLISH,
          Point.CUT_BEFORE_RECORD,
          Point.CUT_BEFORE_DELETE_RECORDS,
          Point.BROKER_BEFORE_MARKERS);

  /** All of them, in a fixed order. */
  static final List<Fault> ALL = all();

  private Deck() {}

  private static List<Fault> all() {
    List<Fault> faults = new ArrayList<>();
    for (Point point : Point.strikable()) {
      faults.add(new Strike(point.role(), Act.KILL, Optional.of(point)));
      if (point.role().form() == Form.ROLES_APART) {
        faults.add(new Strike(Role.RUN, Act.KILL, Optional.of(point)));
      }
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
    return named(text, Optional.empty());
  }

  /** The same, and only those that can happen where this is read. */
  static List<Fault> named(String text, Optional<Input> input) {
    List<Fault> found =
        ALL.stream()
            .filter(fault -> fault.words().contains(text))
            .filter(
                fault -> input.isEmpty() || fault.input().isEmpty() || fault.input().equals(input))
            .toList();
    if (found.isEmpty()) {
      throw new IllegalArgumentException("no fault is named like " + text);
    }
    return found;
  }

  /**
   * In another order: a kind of fault comes as often as any other, until there is none left of it,
   * so that a short campaign has seen all kinds.
   */
  static List<Fault> shuffled(List<Fault> faults, Random random) {
    List<Fault> any = new ArrayList<>(faults);
    Collections.shuffle(any, random);
    Map<String, Integer> dealt = new HashMap<>();
    SortedMap<Integer, List<Fault>> turns = new TreeMap<>();
    for (Fault fault : any) {
      int turn = dealt.merge(fault.kind(), 1, Integer::sum);
      turns.computeIfAbsent(turn, none -> new ArrayList<>()).add(fault);
    }
    return turns.values().stream().flatMap(List::stream).toList();
  }

  /** Quick ones that can be in the same round, where this is read. */
  static List<Strike> beside(Strike main, Input input) {
    return ALL.stream()
        .filter(Strike.class::isInstance)
        .map(Strike.class::cast)
        .filter(strike -> strike.role().form() == main.role().form())
        .filter(strike -> strike.input().isEmpty() || strike.input().equals(Optional.of(input)))
        .filter(strike -> strike.act() != Act.PAUSE)
        .filter(strike -> strike.point().filter(Point::isOfNewOutput).isEmpty())
        .toList();
  }
}
