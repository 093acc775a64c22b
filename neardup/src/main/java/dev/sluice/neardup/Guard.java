package dev.sluice.neardup;

import dev.sluice.neardup.SignatureFooter.Counts;

/**
 * Decides when a unit stops because too many documents of a group are removed.
 *
 * @param share a group may lose at most this share of its documents without their being copies;
 *     with 1, nothing stops
 * @param decisions what was decided about groups
 * @param counts whether documents are counted by group. If so, they must come in the order of their
 *     paths. If not, the guard never stops a unit, and there is no group from which only copies are
 *     removed
 */
public record Guard(double share, GuardDecisions decisions, boolean counts) {
  /** A guard that never stops. */
  public static final Guard OFF = new Guard(1, GuardDecisions.NONE);

  /** A guard that does not count. Documents may come in any order. */
  public static final Guard UNCOUNTED = new Guard(1, GuardDecisions.NONE, false);

  /** Creates a guard that counts. */
  public Guard(double share, GuardDecisions decisions) {
    this(share, decisions, true);
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
