package dev.sluice.matcher;

/** Thrown if the guard stops a unit, and nobody is to wait for a decision of the user. */
public final class UnitStoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  static final String WAY_OUT =
      "look at _sluice/near-duplicates, and accept the group, or keep its documents, with"
          + " sluice near-duplicates; or raise near-dedup.guard";

  /**
   * @param what what stops, and why
   */
  UnitStoppedException(String what) {
    super(what + ": " + WAY_OUT);
  }
}
