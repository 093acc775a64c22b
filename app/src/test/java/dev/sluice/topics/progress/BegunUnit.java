package dev.sluice.topics.progress;

import java.util.List;

/** What the progress topic says of a unit that was begun and not read, without a topic. */
public final class BegunUnit {
  private BegunUnit() {}

  /** The state where this unit is all there is. */
  public static ProgressState of(String unit, ListedFile... files) {
    ProgressState state = new ProgressState();
    state.put(new UnitFiles(unit, List.of(files)), 0);
    state.put(UnitProgress.none(unit, "test"), 1);
    return state;
  }
}
