package dev.sluice.ingest.source;

import dev.sluice.ingest.source.SourceSelection.SourceSelectionException;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
import dev.sluice.topics.progress.UnitProgress;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

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
   * @throws SourceSelectionException if other units were read before, or other files, or in another
   *     order
   */
  public List<UnitPlan> plan(List<UnitPlan> given) throws SourceSelectionException {
    Iterator<UnitFiles> started = known.units().iterator();
    List<UnitPlan> plans = new ArrayList<>();
    for (UnitPlan plan : given) {
      if (!started.hasNext()) {
        plans.add(plan);
      } else {
        UnitFiles unit = started.next();
        requireSame(plan, unit);
        if (!known.progress(unit.unit()).map(UnitProgress::ended).orElse(false)) {
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
            "output.path: what was read for it (%s) is not what the record says: choose a new output"
                .formatted(unit)));
  }
}
