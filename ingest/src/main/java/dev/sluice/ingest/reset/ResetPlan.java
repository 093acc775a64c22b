package dev.sluice.ingest.reset;

import dev.sluice.core.BegunUnit;
import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.ForgottenUnit.SourcePart;
import dev.sluice.core.Unit;
import dev.sluice.ingest.reset.ResetPlan.ResetRefusedException.Reason;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
import dev.sluice.topics.progress.UnitProgress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;

/**
 * The units that a reset forgets. Units that may have rows in the same shards are forgotten
 * together. A pure function of the progress.
 *
 * @param asked the request, in words
 * @param units units to forget
 * @param generations the highest forgotten generation of each unit name, including earlier resets
 *     of the same request
 */
public record ResetPlan(
    String asked, List<ForgottenUnit> units, SortedMap<String, Integer> generations) {
  /** Copies the list. */
  public ResetPlan {
    units = List.copyOf(units);
  }

  /**
   * Plans a reset.
   *
   * @param byDump whether each dump has separate shards
   * @param merged decides whether two units have rows in one shard because shards were merged
   * @throws ResetRefusedException if nothing matches the request, or if more than the request would
   *     be forgotten
   */
  static ResetPlan of(
      ProgressState known, ResetRequest request, boolean byDump, BiPredicate<String, String> merged)
      throws ResetRefusedException {
    Map<String, UnitFiles> asked = new LinkedHashMap<>();
    for (UnitFiles unit : known.units()) {
      if (request.asksFor(unit, known.progressOf(unit.unit()))) {
        asked.put(unit.unit(), unit);
      }
    }
    if (asked.isEmpty() && known.reset(request.label()).isEmpty()) {
      throw new ResetRefusedException(Reason.NOT_KNOWN, notKnown(known, request));
    }
    Map<String, UnitFiles> together = together(known, asked, byDump, merged);
    if (!request.withUnits()) {
      requireNothingElse(known, request, asked, together);
    }
    SortedMap<String, Integer> generations = new TreeMap<>();
    known.reset(request.label()).ifPresent(reset -> generations.putAll(reset.generations()));
    List<ForgottenUnit> units = new ArrayList<>();
    for (UnitFiles unit : together.values()) {
      units.add(forgotten(unit, known.progressOf(unit.unit())));
      Unit id = Unit.parse(unit.unit());
      generations.merge(id.name(), id.generation(), Math::max);
    }
    return new ResetPlan(request.label(), units, generations);
  }

  /**
   * Adds the units that have, or may have, rows in the same shards because they were read at the
   * same time.
   */
  private static Map<String, UnitFiles> together(
      ProgressState known,
      Map<String, UnitFiles> asked,
      boolean byDump,
      BiPredicate<String, String> merged) {
    Map<String, UnitFiles> together = new LinkedHashMap<>(asked);
    Queue<UnitFiles> left = new ArrayDeque<>(asked.values());
    while (!left.isEmpty()) {
      UnitFiles unit = left.remove();
      for (UnitFiles other : known.units()) {
        if (!together.containsKey(other.unit())
            && (merged.test(unit.unit(), other.unit())
                || known.wereReadTogether(unit.unit(), other.unit())
                    && (!byDump || shareADump(known, unit, other)))) {
          together.put(other.unit(), other);
          left.add(other);
        }
      }
    }
    return together;
  }

  private static boolean shareADump(ProgressState known, UnitFiles one, UnitFiles other) {
    return !Collections.disjoint(
        known.progressOf(one.unit()).counted().dumps(),
        known.progressOf(other.unit()).counted().dumps());
  }

  private static void requireNothingElse(
      ProgressState known,
      ResetRequest request,
      Map<String, UnitFiles> asked,
      Map<String, UnitFiles> together)
      throws ResetRefusedException {
    boolean nothingElse =
        together.size() == asked.size()
            && asked.values().stream()
                .allMatch(
                    unit -> request.notAskedFor(unit, known.progressOf(unit.unit())).isEmpty());
    if (!nothingElse) {
      throw new ResetRefusedException(
          Reason.MORE_THAN_ASKED,
          "%s: a reset forgets whole units, and these units belong together: %s. Add --units to forget all of these units; to see first what that removes, also add --dry-run. The next run or ingest reads the units again"
              .formatted(
                  request.label(),
                  together.values().stream()
                      .map(unit -> described(known, request, unit))
                      .collect(Collectors.joining("; "))));
    }
  }

  private static String described(ProgressState known, ResetRequest request, UnitFiles unit) {
    UnitProgress progress = known.progressOf(unit.unit());
    SortedSet<String> dumps = progress.dumps();
    String rows = dumps.isEmpty() ? "no rows" : "rows of " + String.join(", ", dumps);
    String also =
        request.kind() == ResetRequest.Kind.DIRECTORY
            ? request.notAskedFor(unit, progress).stream()
                .map(" and files in other directories, such as %s"::formatted)
                .collect(Collectors.joining())
            : "";
    return "unit %s with %s%s".formatted(unit.unit(), rows, also);
  }

  private static String notKnown(ProgressState known, ResetRequest request) {
    SortedSet<String> there =
        switch (request.kind()) {
          case DUMP -> dumps(known);
          case UNIT ->
              known.units().stream()
                  .map(UnitFiles::unit)
                  .collect(Collectors.toCollection(TreeSet::new));
          case DIRECTORY -> directories(known);
        };
    return "%s has not been read; the output has %s"
        .formatted(request.label(), there.isEmpty() ? "nothing" : String.join(", ", there));
  }

  /** Returns all dumps that were read. */
  private static SortedSet<String> dumps(ProgressState known) {
    SortedSet<String> dumps = new TreeSet<>();
    known.units().forEach(unit -> dumps.addAll(known.progressOf(unit.unit()).dumps()));
    return dumps;
  }

  private static SortedSet<String> directories(ProgressState known) {
    SortedSet<String> directories = new TreeSet<>();
    for (UnitFiles unit : known.units()) {
      for (ListedFile file : unit.files()) {
        int slash = file.path().lastIndexOf('/');
        directories.add(slash < 0 ? Unit.LOOSE_FILES : file.path().substring(0, slash));
      }
    }
    return directories;
  }

  /** Returns the ids of the units that have not ended. */
  List<String> begun() {
    return units.stream().filter(unit -> !unit.hasEnded()).map(ForgottenUnit::unit).toList();
  }

  /** Returns the progress of all other unfinished units, in the order of their start. */
  List<BegunUnit> halfRead(ProgressState known) {
    return known.units().stream()
        .filter(unit -> !ids().contains(unit.unit()))
        .map(unit -> known.progressOf(unit.unit()))
        .filter(read -> !read.ended() && (read.file() > 0 || read.row() > 0))
        .map(read -> new BegunUnit(read.unit(), read.file(), read.row()))
        .toList();
  }

  /** Returns the ids of all units. */
  SortedSet<String> ids() {
    return units.stream().map(ForgottenUnit::unit).collect(Collectors.toCollection(TreeSet::new));
  }

  private static ForgottenUnit forgotten(UnitFiles unit, UnitProgress progress) {
    List<SourcePart> files = unit.files().stream().map(ResetPlan::part).toList();
    return progress.ended()
        ? ForgottenUnit.ended(unit.unit(), progress.counted().dumps(), files)
        : ForgottenUnit.begun(
            unit.unit(),
            progress.counted().dumps(),
            files,
            progress.quarantined().keySet(),
            progress.file(),
            progress.row());
  }

  private static SourcePart part(ListedFile file) {
    return new SourcePart(file.path(), file.bytes());
  }

  /** Thrown if the reset is not possible. Nothing was changed. */
  public static final class ResetRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /** The reason for the refusal. */
    public enum Reason {
      /** No unit matches the request. */
      NOT_KNOWN,
      /** The units contain more than the request names. */
      MORE_THAN_ASKED,
      /** The forget record would exceed the largest record. */
      TOO_LARGE,
      /** A process is ingesting. */
      INGEST_RUNNING
    }

    ResetRefusedException(Reason reason, String message) {
      super(message);
      this.reason = Objects.requireNonNull(reason, "reason");
    }

    /** Returns the reason for the refusal. */
    public Reason reason() {
      return reason;
    }
  }
}
