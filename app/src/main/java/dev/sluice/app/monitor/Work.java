package dev.sluice.app.monitor;

import dev.sluice.app.monitor.Series.Figure;
import java.util.Map;
import java.util.Optional;

/** The work that a monitor observes once a second. Thread-safe. */
@FunctionalInterface
public interface Work {
  /** The work when nothing is known. */
  Work NONE = () -> Look.NOTHING;

  /** Returns the current state. Must be cheap. */
  Look look();

  /**
   * The state of the work at one moment.
   *
   * @param state how far the work is
   * @param isComplete whether the counts include everything that earlier processes counted
   * @param figures figures for the series, with totals of the process so far in place of rates
   */
  record Look(RunState state, boolean isComplete, Map<Figure, Double> figures) {
    /** The state when nothing is known. */
    public static final Look NOTHING = new Look(RunState.NONE, false, Map.of());

    /**
     * Returns this state, with the counts of the former process if a restart is still restoring its
     * own. The current activity of the stages is always known.
     */
    Look orCountsOf(Optional<RunState> former) {
      return isComplete || former.isEmpty()
          ? this
          : new Look(former.get().with(state.stages(), state.holder()), false, figures);
    }

    Look atRest(long millis) {
      return new Look(state.atRest(millis), isComplete, figures);
    }
  }
}
