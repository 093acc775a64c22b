package dev.sluice.topics.progress;

import dev.sluice.core.Counters;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Builds what the progress topic says, without a topic. */
public final class TestingProgress {
  private final ProgressState state = new ProgressState();
  private long offset;

  /** What was built. */
  public ProgressState state() {
    return state;
  }

  /** A unit that was begun and has not ended. */
  public void begun(UnitPlan plan) {
    String unit = plan.unit().id();
    if (state.progress(unit).isEmpty()) {
      state.put(ProgressLog.FILES + unit, new UnitFiles(unit, plan.files()), offset++);
      put(UnitProgress.none(unit, "test"));
    }
  }

  private void put(UnitProgress progress) {
    state.put(ProgressLog.PROGRESS + progress.unit(), progress, offset++);
  }

  /** A unit that has ended, with quarantined files. */
  public void ended(UnitPlan plan, String... quarantined) {
    begun(plan);
    TreeMap<String, String> reasons = new TreeMap<>();
    for (String file : quarantined) {
      reasons.put(file, "broken");
    }
    put(
        new UnitProgress(
            plan.unit().id(), plan.files().size(), 0, reasons, new TreeMap<>(), true, "test"));
  }

  /** A unit that rows of these dumps were read of; whether it has ended. */
  public void read(UnitPlan plan, boolean ended, String... dumps) {
    begun(plan);
    Counters counters = new Counters();
    for (String dump : dumps) {
      counters.add(new Counters.Key(dump, Counters.NO_BUCKET, Counters.ROWS), 7);
    }
    put(
        new UnitProgress(
            plan.unit().id(), 1, 7, new TreeMap<>(), counters.nested(), ended, "test"));
  }

  /** A reset that has forgotten a generation of a name. */
  public void forgotten(String dump, String name, int generation) {
    state.put(
        ProgressLog.RESET + dump,
        new Reset(dump, "id", true, new TreeMap<>(Map.of(name, generation)), new TreeSet<>()),
        offset++);
  }
}
