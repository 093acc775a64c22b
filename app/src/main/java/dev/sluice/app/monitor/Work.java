package dev.sluice.app.monitor;

import dev.sluice.app.monitor.Series.Figure;
import java.util.Map;
import java.util.Optional;

/** The work that a monitor observes once a second. Thread-safe. */
@FunctionalInterface
public interface Work {
  /** Work about which nothing is known. */
  Work NONE = () -> Look.NOTHING;

  /** The state now. Must be cheap. */
  Look look();

  /**
   * The state of the work at one moment.
   *
   * @param state how far the work is
   * @param isComplete whether the counts include everything that earlier processes have counted
   * @param figures for the series; totals of the process so far in place of rates
   */
  record Look(RunState state, boolean isComplete, Map<Figure, Double> figures) {
    /** Nothing is known. */
    public static final Look NOTHING = new Look(RunState.NONE, false, Map.of());

    /**
     * While a restart restores its state, the counts of the former process are shown. What the
     * stages do is known at any time.
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
