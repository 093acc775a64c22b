package dev.sluice.ingest;

import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.ForgottenUnit.SourcePart;
import dev.sluice.core.Unit;
import dev.sluice.topics.progress.InputFile;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.UnitFiles;
import dev.sluice.topics.progress.UnitProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a reset of a dump forgets. A pure function of what is known.
 *
 * @param dump that is forgotten
 * @param units that hold rows of it, and of no other dump
 * @param generations the highest generation forgotten of each unit's name, earlier resets of the
 *     dump included
 */
public record ResetPlan(
    String dump, List<ForgottenUnit> units, SortedMap<String, Integer> generations) {
  /** Copies the list. */
  public ResetPlan {
    units = List.copyOf(units);
  }

  /**
   * Plans a reset.
   *
   * @throws ResetRefusedException when the dump is unknown, or a unit holds rows of others too
   */
  public static ResetPlan of(ProgressState known, String dump) throws ResetRefusedException {
    List<ForgottenUnit> units = new ArrayList<>();
    SortedMap<String, Integer> generations = new TreeMap<>();
    known.reset(dump).ifPresent(reset -> generations.putAll(reset.generations()));
    for (UnitFiles unit : known.units()) {
      UnitProgress progress = progress(known, unit);
      SortedSet<String> dumps = progress.dumps();
      if (dumps.contains(dump)) {
        requireAlone(unit.unit(), dump, dumps);
        units.add(forgotten(unit, progress));
        Unit id = Unit.parse(unit.unit());
        generations.merge(id.name(), id.generation(), Math::max);
      }
    }
    if (units.isEmpty() && known.reset(dump).isEmpty()) {
      throw new ResetRefusedException(
          ResetRefusedException.Reason.UNKNOWN_DUMP,
          "%s: nothing was read of a dump of that name; there %s"
              .formatted(dump, listed(dumps(known))));
    }
    return new ResetPlan(dump, units, generations);
  }

  /** Ids of the units that had not ended. */
  List<String> begun() {
    return units.stream().filter(unit -> !unit.hasEnded()).map(ForgottenUnit::unit).toList();
  }

  private static String listed(SortedSet<String> dumps) {
    return dumps.isEmpty() ? "is none" : "is " + String.join(", ", dumps);
  }

  /** Every dump that anything was read of. */
  public static SortedSet<String> dumps(ProgressState known) {
    SortedSet<String> dumps = new TreeSet<>();
    known.units().forEach(unit -> dumps.addAll(progress(known, unit).dumps()));
    return dumps;
  }

  private static UnitProgress progress(ProgressState known, UnitFiles unit) {
    return known.progress(unit.unit()).orElseGet(() -> UnitProgress.none(unit.unit(), ""));
  }

  /** Ids are known by unit and dump, but a unit is read, ended and counted as a whole. */
  private static void requireAlone(String unit, String dump, SortedSet<String> dumps)
      throws ResetRefusedException {
    SortedSet<String> others = new TreeSet<>(dumps);
    others.remove(dump);
    if (!others.isEmpty()) {
      throw new ResetRefusedException(
          ResetRefusedException.Reason.SHARED_UNIT,
          "%s: unit %s holds rows of %s too, and a unit is forgotten as a whole: `reset --all` forgets everything, or start a new output"
              .formatted(dump, unit, String.join(", ", others)));
    }
  }

  private static ForgottenUnit forgotten(UnitFiles unit, UnitProgress progress) {
    List<SourcePart> files = unit.files().stream().map(ResetPlan::part).toList();
    return progress.ended()
        ? ForgottenUnit.ended(unit.unit(), progress.dumps(), files)
        : ForgottenUnit.begun(
            unit.unit(),
            progress.dumps(),
            files,
            progress.setAside().keySet(),
            progress.file(),
            progress.row());
  }

  private static SourcePart part(InputFile file) {
    return new SourcePart(file.path(), file.bytes());
  }
}
