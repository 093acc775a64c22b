package dev.sluice.app.doctor;

import java.util.Objects;

/**
 * The result of one check.
 *
 * @param check what was examined
 * @param state how it is
 * @param seen what was found
 * @param needed what is required; empty if all is well
 * @param cure how to fix it; empty if all is well
 */
public record Diagnosis(String check, State state, String seen, String needed, String cure) {
  /** How something is. */
  public enum State {
    /** As required. */
    OK,
    /** Works, but not well or not for long. */
    WARN,
    /** Fails, or will fail. */
    FAIL
  }

  /** Checks that everything is there. */
  public Diagnosis {
    Objects.requireNonNull(check, "check");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(seen, "seen");
    Objects.requireNonNull(needed, "needed");
    Objects.requireNonNull(cure, "cure");
  }
}
