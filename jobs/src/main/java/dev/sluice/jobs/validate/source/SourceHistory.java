package dev.sluice.jobs.validate.source;

import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.ForgottenUnit.SourcePart;
import dev.sluice.jobs.validate.output.ManifestSet;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.output.EndedUnit;
import dev.sluice.storage.output.ForgottenDump;
import dev.sluice.storage.output.InputLists;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The order in which units were read and forgotten. It matters because documents that were
 * duplicates of a forgotten dump's are not restored. A unit that was forgotten before it ended is
 * treated as read just before. How far a unit had been read when another was forgotten is unknown:
 * {@link SourceStep.Forget} names such units.
 */
public final class SourceHistory {
  private final InputLists lists;
  private final ResetCuts resets;
  private final Map<String, SourceUnit> counted;
  private final Map<String, EndedUnit> ended = new LinkedHashMap<>();
  private final Map<String, ForgottenUnit> forgotten = new LinkedHashMap<>();
  private final Set<String> taken = new LinkedHashSet<>();
  private final List<SourceStep> steps = new ArrayList<>();

  private SourceHistory(InputLists lists, ResetCuts resets, List<SourceUnit> units) {
    this.lists = lists;
    this.resets = resets;
    this.counted =
        units.stream()
            .collect(
                Collectors.toMap(
                    SourceUnit::id, Function.identity(), (a, b) -> a, LinkedHashMap::new));
  }

  /** The history of an output, in the order of the cut records of any one partition. */
  public static List<SourceStep> of(Path output, ManifestSet manifests) throws IOException {
    List<CutRecord> log = SourceUnits.anyLog(output);
    boolean hasResets = log.stream().anyMatch(cut -> !cut.forgotten().isEmpty());
    SourceHistory history =
        new SourceHistory(
            InputLists.below(output),
            hasResets ? ResetCuts.of(output) : ResetCuts.none(),
            SourceUnits.inOrder(output, manifests));
    log.forEach(cut -> cut.ended().forEach(unit -> history.ended.put(unit.unit(), unit)));
    for (CutRecord cut : log) {
      for (ForgottenDump dump : cut.forgotten()) {
        history.learn(dump);
      }
    }
    for (CutRecord cut : log) {
      cut.ended().stream().map(EndedUnit::unit).forEach(history::read);
      cut.forgotten().stream().filter(history::counts).forEach(history::forget);
    }
    List.copyOf(history.counted.keySet()).forEach(history::read);
    history.dropWhatTookNothing();
    history.steps.replaceAll(history::withUnitsReadOn);
    return history.steps;
  }

  /** Some partitions may not have processed a reset whose units are still in manifests. */
  private boolean counts(ForgottenDump dump) {
    return dump.units().stream().noneMatch(unit -> counted.containsKey(unit.unit()));
  }

  private void learn(ForgottenDump dump) throws IOException {
    if (counts(dump)) {
      for (ForgottenUnit unit : dump.units()) {
        forgotten.put(unit.unit(), withFiles(unit));
      }
    }
  }

  /** The file list of an ended unit is recorded at its end; their sizes are part of its digest. */
  private ForgottenUnit withFiles(ForgottenUnit unit) throws IOException {
    EndedUnit end = ended.get(unit.unit());
    if (!unit.hasEnded() || end == null) {
      return unit;
    }
    return new ForgottenUnit(
        unit.unit(),
        lists.paths(end.inputs()).stream()
            .map(path -> new SourcePart(path, SourceReader.ANY_SIZE))
            .toList(),
        List.copyOf(end.quarantined().keySet()),
        unit.file(),
        unit.row(),
        unit.dumps(),
        unit.digest());
  }

  private void read(String unit) {
    if (counted.containsKey(unit) && taken.add(unit)) {
      steps.add(new SourceStep.Read(counted.get(unit)));
    } else if (forgotten.containsKey(unit) && taken.add(unit)) {
      steps.add(new SourceStep.ReadForgotten(forgotten.get(unit), resets.documentsOf(unit)));
    }
  }

  private void forget(ForgottenDump dump) {
    dump.units().forEach(unit -> read(unit.unit()));
    List<ForgottenUnit> units =
        dump.units().stream().map(unit -> forgotten.get(unit.unit())).toList();
    steps.add(new SourceStep.Forget(units, resets.begunAt(dump.reset())));
  }

  /**
   * Ignores forgotten units after which no other was read before they were forgotten, not even in
   * part, or only such that are ignored themselves: no document was lost to them, and their files
   * may have changed.
   */
  private void dropWhatTookNothing() {
    boolean dropped = true;
    while (dropped) {
      dropped =
          List.copyOf(steps).stream()
              .filter(SourceStep.Forget.class::isInstance)
              .map(SourceStep.Forget.class::cast)
              .anyMatch(this::dropIfItTookNothing);
    }
  }

  private boolean dropIfItTookNothing(SourceStep.Forget forget) {
    Set<ForgottenUnit> units = Set.copyOf(forget.units());
    int first = 0;
    while (!isOf(steps.get(first), units)) {
      first++;
    }
    List<SourceStep> since = steps.subList(first, steps.indexOf(forget) + 1);
    boolean nothing =
        since.stream().allMatch(step -> step instanceof SourceStep.Forget || isOf(step, units));
    if (!nothing || !readOn(forget).isEmpty()) {
      return false;
    }
    since.removeIf(step -> isOf(step, units));
    return true;
  }

  private SourceStep withUnitsReadOn(SourceStep step) {
    return step instanceof SourceStep.Forget forget
        ? new SourceStep.Forget(forget.units(), readOn(forget))
        : step;
  }

  /** The units that had begun before others were forgotten and are read after that. */
  private SortedSet<String> readOn(SourceStep.Forget forget) {
    SortedSet<String> units = new TreeSet<>(forget.begun());
    units.retainAll(
        steps.subList(steps.indexOf(forget), steps.size()).stream()
            .map(SourceStep::reads)
            .toList());
    return units;
  }

  private static boolean isOf(SourceStep step, Set<ForgottenUnit> units) {
    return step instanceof SourceStep.ReadForgotten read && units.contains(read.unit())
        || step instanceof SourceStep.Forget forget && units.containsAll(forget.units());
  }
}
