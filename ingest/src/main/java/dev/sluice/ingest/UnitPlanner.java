package dev.sluice.ingest;

import dev.sluice.core.DumpName;
import dev.sluice.core.Unit;
import dev.sluice.topics.progress.InputFile;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.UnitFiles;
import dev.sluice.topics.progress.UnitProgress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Decides what is to be read: units that were begun and have not ended, then new files by unit. A
 * pure function of what was found and what is known.
 */
final class UnitPlanner {
  private final ProgressState known;

  UnitPlanner(ProgressState known) {
    this.known = known;
  }

  /**
   * The units to read, in reading order.
   *
   * @param found all source files, sorted by path
   * @param dumps only directories of these names; all files where empty
   */
  List<UnitPlan> plan(List<InputFile> found, Set<String> dumps) {
    List<UnitPlan> plans = new ArrayList<>(begun(dumps));
    List<UnitPlan> fresh = new ArrayList<>();
    Map<String, List<InputFile>> candidates = new TreeMap<>();
    Map<String, InputFile> taken = taken();
    for (InputFile file : found) {
      String name = unitName(file.path());
      if (isWanted(name, dumps) && isNew(file, taken)) {
        candidates.computeIfAbsent(name, key -> new ArrayList<>()).add(file);
      }
    }
    candidates.forEach(
        (name, files) -> fresh.add(new UnitPlan(new Unit(name, lastGeneration(name) + 1), files)));
    fresh.sort(Comparator.comparing(plan -> plan.files().get(0).path(), SourceScan.BY_UTF8));
    plans.addAll(fresh);
    return plans;
  }

  /** The unit of a file: the outermost directory that is named like a dump, else loose files. */
  static String unitName(String path) {
    int from = 0;
    for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', from)) {
      if (DumpName.isValid(path.substring(from, slash))) {
        return path.substring(0, slash);
      }
      from = slash + 1;
    }
    return Unit.LOOSE_FILES;
  }

  /** The dumps that the directories of these files are named after, sorted. */
  static Set<String> directoryDumps(List<InputFile> found) {
    Set<String> dumps = new TreeSet<>();
    for (InputFile file : found) {
      String name = unitName(file.path());
      if (!name.equals(Unit.LOOSE_FILES)) {
        dumps.add(new Unit(name, 1).directoryDump());
      }
    }
    return dumps;
  }

  private List<UnitPlan> begun(Set<String> dumps) {
    List<UnitPlan> plans = new ArrayList<>();
    for (UnitFiles unit : known.units()) {
      Unit id = Unit.parse(unit.unit());
      boolean ended = known.progress(unit.unit()).map(UnitProgress::ended).orElse(false);
      if (!ended && isWanted(id.name(), dumps)) {
        plans.add(new UnitPlan(id, unit.files()));
      }
    }
    return plans;
  }

  static boolean isWanted(String unitName, Set<String> dumps) {
    return dumps.isEmpty()
        || (!unitName.equals(Unit.LOOSE_FILES)
            && dumps.contains(new Unit(unitName, 1).directoryDump()));
  }

  /** Every file that a unit has, as it last was; a later unit's word counts. */
  private Map<String, InputFile> taken() {
    Map<String, InputFile> taken = new HashMap<>();
    known.units().forEach(unit -> unit.files().forEach(file -> taken.put(file.path(), file)));
    return taken;
  }

  /** New is what no unit has, and what was set aside and has been changed since. */
  private boolean isNew(InputFile file, Map<String, InputFile> taken) {
    InputFile before = taken.get(file.path());
    if (before == null) {
      return true;
    }
    boolean changed = before.bytes() != file.bytes() || before.modified() != file.modified();
    return changed && wasSetAside(file.path());
  }

  private boolean wasSetAside(String path) {
    Optional<UnitProgress> last = Optional.empty();
    for (UnitFiles unit : known.units()) {
      if (unit.files().stream().anyMatch(file -> file.path().equals(path))) {
        last = known.progress(unit.unit());
      }
    }
    return last.map(progress -> progress.ended() && progress.setAside().containsKey(path))
        .orElse(false);
  }

  /**
   * The highest generation of a name. Earlier ones may have been forgotten: a count would repeat.
   */
  private int lastGeneration(String name) {
    int forgotten = known.forgottenGeneration(name);
    return known.units().stream()
        .map(unit -> Unit.parse(unit.unit()))
        .filter(unit -> unit.name().equals(name))
        .mapToInt(Unit::generation)
        .reduce(forgotten, Math::max);
  }
}
