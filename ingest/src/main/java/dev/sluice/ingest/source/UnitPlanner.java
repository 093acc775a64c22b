package dev.sluice.ingest.source;

import dev.sluice.core.DumpName;
import dev.sluice.core.Unit;
import dev.sluice.core.Utf8;
import dev.sluice.ingest.source.SourceSelection.SourceSelectionException;
import dev.sluice.topics.progress.InputFiles;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Decides what to read. First come the units that were started and have not ended, then units of
 * new files. A pure function of the files found and the progress.
 */
public final class UnitPlanner {
  private final ProgressState known;

  public UnitPlanner(ProgressState known) {
    this.known = known;
  }

  /**
   * Returns units in reading order.
   *
   * @param found all source files
   * @param dumps only directories of these names; all files if empty
   */
  public List<UnitPlan> plan(InputFiles found, Set<String> dumps) {
    List<UnitPlan> plans = new ArrayList<>(begun(dumps));
    List<UnitPlan> fresh = new ArrayList<>();
    Map<String, Integer> generations = lastGenerations();
    fresh(found, dumps)
        .forEach(
            (name, files) -> {
              int forgotten = known.forgottenGeneration(name);
              int last = Math.max(generations.getOrDefault(name, 0), forgotten);
              fresh.add(new UnitPlan(new Unit(name, last + 1), files.build()));
            });
    fresh.sort(Comparator.comparing(plan -> plan.files().get(0).path(), Utf8.ORDER));
    plans.addAll(fresh);
    return plans;
  }

  /**
   * Returns the given units that have not ended, in the given order. Units that were started keep
   * the files that were listed at their start.
   *
   * @throws SourceSelectionException if different units were read before, or with different files,
   *     or in a different order
   */
  public List<UnitPlan> planAgain(List<UnitPlan> given) throws SourceSelectionException {
    Iterator<UnitFiles> started = known.units().iterator();
    List<UnitPlan> plans = new ArrayList<>();
    for (UnitPlan plan : given) {
      if (!started.hasNext()) {
        plans.add(plan);
      } else {
        UnitFiles unit = started.next();
        requireSame(plan, unit);
        if (!known.hasEnded(unit.unit())) {
          plans.add(UnitPlan.begun(unit));
        }
      }
    }
    if (started.hasNext()) {
      throw refused(started.next().unit());
    }
    return plans;
  }

  private static void requireSame(UnitPlan plan, UnitFiles unit) throws SourceSelectionException {
    boolean same =
        unit.unit().equals(plan.unit().id()) && unit.files().size() == plan.files().size();
    Iterator<ListedFile> files = plan.files().iterator();
    for (ListedFile file : same ? unit.files() : List.<ListedFile>of()) {
      ListedFile planned = files.next();
      same &= file.path().equals(planned.path()) && file.bytes() == planned.bytes();
    }
    if (!same) {
      throw refused(unit.unit());
    }
  }

  private static SourceSelectionException refused(String unit) {
    return new SourceSelectionException(
        List.of(
            "output.path: the units or files of the output differ from those of the version record (unit %s): choose a new output"
                .formatted(unit)));
  }

  private Map<String, InputFiles.Builder> fresh(InputFiles found, Set<String> dumps) {
    Map<String, InputFiles.Builder> fresh = new TreeMap<>();
    FileHistory history = FileHistory.of(known);
    UnitNames names = new UnitNames();
    for (ListedFile file : found.ascending()) {
      String name = names.next(file.path());
      if (isWanted(name, dumps) && isNew(file, history.last(name, file.path()))) {
        fresh.computeIfAbsent(name, key -> new InputFiles.Builder()).add(file);
      }
    }
    return fresh;
  }

  /** Returns the dumps after which the directories of these files are named, sorted. */
  static Set<String> directoryDumps(InputFiles found) {
    Set<String> dumps = new TreeSet<>();
    UnitNames names = new UnitNames();
    for (ListedFile file : found) {
      String name = names.next(file.path());
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
      if (!known.hasEnded(unit.unit()) && isWanted(id.name(), dumps)) {
        plans.add(UnitPlan.begun(unit));
      }
    }
    return plans;
  }

  static boolean isWanted(String unitName, Set<String> dumps) {
    return dumps.isEmpty()
        || (!unitName.equals(Unit.LOOSE_FILES)
            && dumps.contains(new Unit(unitName, 1).directoryDump()));
  }

  /**
   * Returns whether a file is new, that is, no unit has it, or it was quarantined and has changed
   * since.
   */
  private static boolean isNew(ListedFile file, Optional<FileHistory.Taken> last) {
    return last.isEmpty() || (last.get().looksUnlike(file) && last.get().wasQuarantined());
  }

  /**
   * Returns the highest generation of each name. Earlier generations may be gone, so counting them
   * could reuse a number.
   */
  private Map<String, Integer> lastGenerations() {
    Map<String, Integer> last = new HashMap<>();
    for (UnitFiles unit : known.units()) {
      Unit id = Unit.parse(unit.unit());
      last.merge(id.name(), id.generation(), Math::max);
    }
    return last;
  }

  /**
   * Finds the name of a file's unit. It is the outermost directory that is named like a crawl, or
   * otherwise the name for loose files. Caches the last directory, because consecutive files
   * usually share it.
   */
  public static final class UnitNames {
    private String directory = "";
    private String name = Unit.LOOSE_FILES;

    /**
     * Returns the name of the unit of a file with this path, in which {@code /} separates
     * directories.
     */
    public static String of(String path) {
      int from = 0;
      for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', from)) {
        if (DumpName.isCrawl(path.substring(from, slash))) {
          return path.substring(0, slash);
        }
        from = slash + 1;
      }
      return Unit.LOOSE_FILES;
    }

    /** Returns the name of the unit of the next file. Paths must be in ascending order. */
    String next(String path) {
      int end = path.lastIndexOf('/') + 1;
      if (end != directory.length() || !path.startsWith(directory)) {
        directory = path.substring(0, end);
        name = of(path);
      }
      return name;
    }
  }
}
