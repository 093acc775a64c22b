package dev.sluice.topics.progress;

import dev.sluice.topics.progress.ProgressState.UnitFiles;
import java.util.List;

/** What the progress topic says of a unit that was begun and not read, without a topic. */
public final class BegunUnit {
  private BegunUnit() {}

  /** The state where this unit is all there is. */
  public static ProgressState of(String unit, ListedFile... files) {
    ProgressState state = new ProgressState();
    state.put(ProgressLog.FILES + unit, new UnitFiles(unit, List.of(files)), 0);
    state.put(ProgressLog.PROGRESS + unit, UnitProgress.none(unit, "test"), 1);
    return state;
  }
}
