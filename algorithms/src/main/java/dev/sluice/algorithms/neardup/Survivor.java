package dev.sluice.algorithms.neardup;

import java.util.Comparator;
import java.util.Optional;

/**
 * Which document of a cluster is kept. Whatever the rule, of those that are equal by it the first
 * in input order; so it does not depend on the order in which members come.
 */
public enum Survivor {
  /** The first in input order. */
  FIRST(Comparator.comparingLong(ClusterMember::document)),
  /** That with the highest score; one without a score only where none has one. */
  HIGHEST_SCORE(
      Comparator.comparing(Survivor::hasScore)
          .thenComparingDouble(Survivor::score)
          .reversed()
          .thenComparingLong(ClusterMember::document)),
  /** That with the longest text. */
  LONGEST(
      Comparator.comparingLong(ClusterMember::length)
          .reversed()
          .thenComparingLong(ClusterMember::document));

  private final Comparator<ClusterMember> order;

  Survivor(Comparator<ClusterMember> order) {
    this.order = order;
  }

  /** The order of preference, the kept one first; no two documents are equal in it. */
  public Comparator<ClusterMember> order() {
    return order;
  }

  /** Which of two documents is kept. */
  public ClusterMember of(ClusterMember member, ClusterMember other) {
    return order.compare(member, other) <= 0 ? member : other;
  }

  /** Which of all is kept; none of none. */
  public Optional<ClusterMember> of(Iterable<ClusterMember> cluster) {
    Optional<ClusterMember> kept = Optional.empty();
    for (ClusterMember member : cluster) {
      kept = Optional.of(kept.isPresent() ? of(kept.get(), member) : member);
    }
    return kept;
  }

  private static boolean hasScore(ClusterMember member) {
    return member.score().isPresent();
  }

  private static double score(ClusterMember member) {
    return member.score().orElse(0) + 0.0; // of -0.0 and 0.0 none is higher
  }
}
