package dev.sluice.app.doctor;

import java.util.Objects;

/**
 * What one check came to.
 *
 * @param check what was looked at
 * @param state how it is
 * @param seen what was seen
 * @param needed what is needed; empty where all is well
 * @param cure what to do about it; empty where all is well
 */
public record Diagnosis(String check, State state, String seen, String needed, String cure) {
  /** How something is. */
  public enum State {
    /** As it must be. */
    OK,
    /** It works, but may not for long, or not well. */
    WARN,
    /** Work fails, or will. */
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
