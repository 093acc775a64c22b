package dev.sluice.neardup;

import dev.sluice.neardup.SignatureFooter.Counts;

/**
 * When to stop because too much of a group is removed.
 *
 * @param share a group may lose at most this share of its documents without their being copies;
 *     with 1, nothing stops
 * @param decisions what was decided about groups
 * @param countsAll whether the counts of all groups are kept, also of those that cannot stop
 *     anything; else the documents of a unit must come in the order of their paths
 */
public record Guard(double share, GuardDecisions decisions, boolean countsAll) {
  /** Never stops. */
  public static final Guard OFF = new Guard(1, GuardDecisions.NONE);

  /** Never stops, and counts the documents of each group, in whatever order they come. */
  public static final Guard COUNTING = new Guard(1, GuardDecisions.NONE, true);

  /** Keeps no counts but those that can stop a unit. */
  public Guard(double share, GuardDecisions decisions) {
    this(share, decisions, false);
  }

  /** Checks the share. */
  public Guard {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(share + " must be from 0 to 1");
    }
  }

  /** Whether a group loses too much. */
  boolean isExceeded(String group, Counts counts) {
    return counts.contained() > share * counts.documents() && !decisions.accepted().contains(group);
  }
}
