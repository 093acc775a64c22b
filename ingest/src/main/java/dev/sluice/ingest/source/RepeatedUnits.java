package dev.sluice.ingest.source;

import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.UnitFiles;
import dev.sluice.topics.progress.UnitProgress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Decides what to read of units whose order and files are given. */
public final class RepeatedUnits {
  private final ProgressState known;

  public RepeatedUnits(ProgressState known) {
    this.known = known;
  }

  /**
   * The units that have not ended, in the given order. Those that were started keep the files that
   * were listed then.
   *
   * @throws SourceSelectionException if other units were read before, or these in another order
   */
  public List<UnitPlan> plan(List<UnitPlan> given) throws SourceSelectionException {
    Map<String, UnitFiles> started = new HashMap<>();
    known.units().forEach(unit -> started.put(unit.unit(), unit));
    List<UnitPlan> plans = new ArrayList<>();
    for (UnitPlan plan : given) {
      String id = plan.unit().id();
      UnitFiles files = started.remove(id);
      if (files != null && !plans.isEmpty()) {
        throw refused(id + " was read in another order");
      }
      if (files == null) {
        plans.add(plan);
      } else if (!known.progress(id).map(UnitProgress::ended).orElse(false)) {
        plans.add(new UnitPlan(plan.unit(), files.files()));
      }
    }
    if (!started.isEmpty()) {
      throw refused(String.join(", ", started.keySet()) + " was read, which is not recorded");
    }
    return plans;
  }

  private static SourceSelectionException refused(String reason) {
    return new SourceSelectionException(
        List.of("output.path: is not like the recorded one, " + reason + ": choose a new output"));
  }
}
