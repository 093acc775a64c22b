package dev.sluice.matcher;

import java.nio.file.Path;

/** Thrown if the guard stops a unit and the caller does not wait for the user's decision. */
public final class UnitStoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Path output;

  /**
   * @param what what stops, and why
   * @param output of the unit
   */
  UnitStoppedException(String what, Path output) {
    super(what);
    this.output = output;
  }

  /** Returns the output of the unit. */
  public Path output() {
    return output;
  }
}
