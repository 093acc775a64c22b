package dev.sluice.ingest.watch;

import dev.sluice.core.Unit;
import dev.sluice.ingest.source.SourceScan;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.ingest.source.UnitPlanner;
import dev.sluice.ingest.source.UnitPlanner.UnitNames;
import dev.sluice.topics.progress.InputFiles;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
import dev.sluice.topics.progress.UnitProgress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The result of a look at an input: units to read and units to wait for. Valid until the input or
 * the progress changes.
 *
 * @param known the progress it is based on
 * @param scan the files it is based on
 * @param begun units that were started and have not ended
 * @param fresh units that may be started once their files are complete
 * @param closely directories with incomplete files: each look must check their sizes
 */
record WatchPlans(
    ProgressState known,
    SourceScan scan,
    List<UnitPlan> begun,
    List<UnitPlan> fresh,
    Set<String> closely) {
  /** Before the first look. */
  static WatchPlans none() {
    return new WatchPlans(
        new ProgressState(),
        new SourceScan(InputFiles.none(), List.of()),
        List.of(),
        List.of(),
        Set.of());
  }

  /**
   * Plans; linear in the number of files.
   *
   * @param dumps only directories of these names; all files if empty
   */
  static WatchPlans of(ProgressState known, SourceScan scan, Set<String> dumps) {
    Set<String> begun = known.units().stream().map(UnitFiles::unit).collect(Collectors.toSet());
    List<UnitPlan> plans = new UnitPlanner(known).plan(scan.files(), dumps);
    List<UnitPlan> fresh =
        plans.stream().filter(plan -> !begun.contains(plan.unit().id())).toList();
    Set<String> closely = new HashSet<>();
    for (UnitPlan plan : fresh) {
      plan.files().forEach(file -> closely.add(directory(file.path())));
    }
    for (UnitFiles unit : known.units()) {
      known
          .progress(unit.unit())
          .map(UnitProgress::quarantined)
          .ifPresent(files -> files.keySet().forEach(path -> closely.add(directory(path))));
    }
    return new WatchPlans(
        known,
        scan,
        plans.stream().filter(plan -> begun.contains(plan.unit().id())).toList(),
        fresh,
        closely);
  }

  private static String directory(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }

  /** Whether they are based on this progress and these files. */
  boolean isOf(ProgressState state, SourceScan found) {
    return known == state && scan == found;
  }

  /** Files of the units that may be started. */
  InputFiles freshFiles() {
    if (fresh.size() == 1) {
      return fresh.get(0).files();
    }
    InputFiles.Builder files = new InputFiles.Builder();
    for (UnitPlan plan : fresh) {
      plan.files().forEach(files::add);
    }
    return files.build();
  }

  /** Whether a unit has a file of this path. */
  boolean isClaimed(String path) {
    String name = UnitNames.of(path);
    return known.units().stream()
        .filter(unit -> Unit.parse(unit.unit()).name().equals(name))
        .anyMatch(unit -> unit.files().find(path).isPresent());
  }
}
