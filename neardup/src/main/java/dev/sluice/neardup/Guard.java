package dev.sluice.neardup;

import java.util.Set;

/**
 * When to stop because too much of a group is removed, and what was decided about groups.
 *
 * @param share a group may lose at most this share of its documents without their being copies;
 *     with 1, nothing stops
 * @param accepted groups that may lose more
 * @param kept groups of which only copies are removed, in units that begin from now on
 */
public record Guard(double share, Set<GuardGroup> accepted, Set<GuardGroup> kept) {
  /** Never stops. */
  public static final Guard OFF = new Guard(1, Set.of(), Set.of());

  /** Checks the share. */
  public Guard {
    accepted = Set.copyOf(accepted);
    kept = Set.copyOf(kept);
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(share + " must be from 0 to 1");
    }
  }

  /** Whether a group loses too much. */
  public boolean isExceeded(GuardGroup group, GroupCounts counts) {
    return counts.contained() > share * counts.documents() && !accepted.contains(group);
  }
}
