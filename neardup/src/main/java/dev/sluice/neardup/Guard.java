package dev.sluice.neardup;

import dev.sluice.neardup.SignatureFooter.Counts;

/**
 * Decides when a unit stops because too many documents of a group are removed.
 *
 * @param share a group may lose at most this share of its documents without their being copies;
 *     with 1, nothing stops
 * @param decisions what was decided about groups
 * @param countsAll whether the counts of all groups are kept, also of those that cannot stop
 *     anything; else the documents of a unit must come in the order of their paths
 */
public record Guard(double share, GuardDecisions decisions, boolean countsAll) {
  /** A guard that never stops. */
  public static final Guard OFF = new Guard(1, GuardDecisions.NONE);

  /**
   * A guard that never stops. It counts the documents of each group, in whatever order they arrive.
   */
  public static final Guard COUNTING = new Guard(1, GuardDecisions.NONE, true);

  /** Returns a guard that keeps only the counts that can stop a unit. */
  public Guard(double share, GuardDecisions decisions) {
    this(share, decisions, false);
  }

  /** Checks the share. */
  public Guard {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(share + " must be from 0 to 1");
    }
  }

  /** Returns whether a group loses too many documents. */
  boolean isExceeded(String group, Counts counts) {
    return counts.contained() > share * counts.documents() && !decisions.accepted().contains(group);
  }
}
