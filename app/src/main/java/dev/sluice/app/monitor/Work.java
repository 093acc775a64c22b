package dev.sluice.app.monitor;

/** What a monitor looks at once a second. Thread-safe. */
@FunctionalInterface
public interface Work {
  /** Nothing that is known. */
  Work NONE = () -> WorkState.NONE;

  /** The state now. Must be cheap. */
  WorkState look();
}
