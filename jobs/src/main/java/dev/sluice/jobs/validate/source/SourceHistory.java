package dev.sluice.jobs.validate.source;

import dev.sluice.core.BegunUnit;
import dev.sluice.core.DedupScope;
import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.ForgottenUnit.SourcePart;
import dev.sluice.jobs.validate.output.ManifestSet;
import dev.sluice.jobs.validate.source.SourceStep.Part;
import dev.sluice.operators.neardup.NearDedupScope;
import dev.sluice.settings.load.ContentConfiguration;
import dev.sluice.storage.output.CutLog;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.EndedUnit;
import dev.sluice.storage.output.ForgottenDump;
import dev.sluice.storage.output.InputLists;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The order in which units were read and forgotten. It matters because documents that were
 * duplicates of a forgotten dump's are not restored. A unit that was forgotten before it ended is
 * treated as if it had been read just before the reset. A unit that had been read only in part when
 * a different unit was forgotten is read in several parts; resets record the position it had
 * reached.
 */
public final class SourceHistory {
  private final InputLists lists;
  private final ContentConfiguration content;
  private final Map<String, Set<String>> dumps = new HashMap<>();
  private final Map<String, SourceUnit> counted;
  private final Map<String, EndedUnit> ended = new LinkedHashMap<>();
  private final Map<String, ForgottenUnit> forgotten = new LinkedHashMap<>();
  private final Set<String> taken = new LinkedHashSet<>();
  private final Map<String, BegunUnit> reached = new HashMap<>();
  private final List<SourceStep> steps = new ArrayList<>();

  private SourceHistory(InputLists lists, ContentConfiguration content, List<SourceUnit> units) {
    this.lists = lists;
    this.content = content;
    this.counted =
        units.stream()
            .collect(
                Collectors.toMap(
                    SourceUnit::id, Function.identity(), (a, b) -> a, LinkedHashMap::new));
  }

  /** Reconstructs the history of an output from the cut records of one partition. */
  public static List<SourceStep> of(
      Path output, ManifestSet manifests, ContentConfiguration content) throws IOException {
    List<CutRecord> log = SourceUnit.anyLog(output);
    SourceHistory history =
        new SourceHistory(InputLists.below(output), content, SourceUnit.inOrder(log, manifests));
    for (DumpManifest manifest : manifests.dumps()) {
      manifest.units().forEach(unit -> history.rowsOf(unit.unit(), manifest.dump()));
    }
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
    return history.steps;
  }

  /**
   * Returns the number of documents of forgotten units that exact deduplication kept, including
   * removed near-duplicates.
   */
  public static long forgottenDocuments(Path output, List<SourceStep> steps) throws IOException {
    Set<String> units =
        steps.stream()
            .filter(step -> step instanceof SourceStep.Read && !step.isOfOutput())
            .map(SourceStep::reads)
            .collect(Collectors.toSet());
    long documents = 0;
    for (CutLog log : units.isEmpty() ? List.<CutLog>of() : CutLog.of(output)) {
      for (CutRecord cut : log.read()) {
        for (String unit : cut.units()) {
          if (units.contains(unit)) {
            documents += cut.rowsOf(unit).values().stream().mapToLong(Long::longValue).sum();
            documents += cut.leftOutOf(unit).ended();
          }
        }
      }
    }
    return documents;
  }

  private void rowsOf(String unit, String dump) {
    dumps.computeIfAbsent(unit, id -> new HashSet<>()).add(dump);
  }

  /**
   * Returns whether a reset has been completed. Until then, the manifests still contain its units.
   */
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

  /**
   * Returns a forgotten unit with the files that were recorded at its end. Their sizes are part of
   * the unit's digest.
   */
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

  /** Adds a step that reads the rest of a unit. */
  private void read(String unit) {
    if (counted.containsKey(unit) && taken.add(unit)) {
      read(unit, left(unit, Part.WHOLE));
    } else if (forgotten.containsKey(unit) && taken.add(unit)) {
      read(unit, left(unit, read(forgotten.get(unit))));
    }
  }

  /** Adds a step that reads a unit, kept or forgotten later, up to a position. */
  private void readUpTo(BegunUnit position) {
    String unit = position.unit();
    boolean known = counted.containsKey(unit) || forgotten.containsKey(unit);
    if (known && !taken.contains(unit)) {
      read(unit, left(unit, Part.WHOLE).upTo(position));
      reached.put(unit, position);
    }
  }

  private Part left(String unit, Part all) {
    return reached.containsKey(unit) ? all.from(reached.get(unit)) : all;
  }

  private void read(String unit, Part part) {
    if (part.isEmpty()) {
      return;
    }
    steps.add(
        counted.containsKey(unit)
            ? new SourceStep.Read(counted.get(unit), part, Optional.empty())
            : new SourceStep.Read(
                SourceUnit.of(forgotten.get(unit)), part, Optional.of(forgotten.get(unit))));
  }

  /** Returns the part of a unit that had been read when the unit was forgotten. */
  private static Part read(ForgottenUnit unit) {
    return new Part(0, 0, unit.file(), unit.row());
  }

  private void forget(ForgottenDump dump) {
    dump.units().forEach(unit -> read(unit.unit()));
    dump.begun().forEach(this::readUpTo);
    steps.add(
        new SourceStep.Forget(
            dump.units().stream().map(unit -> forgotten.get(unit.unit())).toList()));
  }

  /**
   * Ignores forgotten units to which no other unit can have lost a document. This is the case if,
   * before they were forgotten, no other unit was read after them, not even in part, except for
   * units that are ignored themselves or are compared with different dumps. The files of ignored
   * units may have changed.
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
        since.stream()
            .allMatch(
                step ->
                    step instanceof SourceStep.Forget
                        || isOf(step, units)
                        || !mayLose(step.reads(), units));
    return nothing && since.removeIf(step -> isOf(step, units));
  }

  /** Returns whether rows of a unit may be duplicates or near-duplicates of forgotten rows. */
  private boolean mayLose(String unit, Set<ForgottenUnit> lost) {
    if (content.rules().dedup() != DedupScope.NONE) {
      return true;
    }
    return content
        .nearDedup()
        .filter(rule -> rule.scope() == NearDedupScope.OUTPUT || shareADump(unit, lost))
        .isPresent();
  }

  private boolean shareADump(String unit, Set<ForgottenUnit> lost) {
    Set<String> own =
        forgotten.containsKey(unit)
            ? Set.copyOf(forgotten.get(unit).dumps())
            : dumps.getOrDefault(unit, Set.of());
    return lost.stream().anyMatch(other -> !Collections.disjoint(own, other.dumps()));
  }

  private static boolean isOf(SourceStep step, Set<ForgottenUnit> units) {
    return step instanceof SourceStep.Read read
            && read.forgotten().filter(units::contains).isPresent()
        || step instanceof SourceStep.Forget forget && units.containsAll(forget.units());
  }
}
