package dev.sluice.app.run;

import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.sink.CutLogs;
import dev.sluice.storage.output.Manifests;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Units whose shards are not all published. Used by one thread. */
final class UnsealedUnits {
  private static final Logger LOG = LoggerFactory.getLogger(UnsealedUnits.class);

  private final CutLogs cuts;
  private final Set<String> units = new TreeSet<>();
  private final CutLogs.Wait untilEnded;

  /**
   * Collects the units of {@code plans}, which are still to be read, and the units that an earlier
   * invocation has read completely.
   */
  UnsealedUnits(ProgressState known, CutLogs cuts, List<UnitPlan> plans) throws IOException {
    this.cuts = cuts;
    plans.forEach(plan -> units.add(plan.unit().id()));
    for (UnitFiles unit : known.units()) {
      if (known.hasEnded(unit.unit())) {
        units.add(unit.unit());
      }
    }
    units.removeIf(cuts.glance()::isComplete);
    this.untilEnded = cuts.untilEnded(units);
  }

  /** Returns the ids of the units, without those that a reset has since forgotten. */
  Set<String> ids() {
    return units;
  }

  /** Returns whether the shards of all units are published now. Does not wait. */
  boolean areComplete() throws IOException {
    if (!untilEnded.isOver()) {
      return false;
    }
    Manifests manifests = cuts.glance();
    for (String unit : manifests.forgotten().units()) {
      if (units.remove(unit)) {
        LOG.atWarn()
            .addKeyValue("unit", unit)
            .log(
                "the unit was forgotten by a reset before it was sealed: run the command again to"
                    + " read the unit");
      }
    }
    return units.stream().allMatch(manifests::isComplete);
  }
}
