package dev.sluice.algorithms.neardup;

import java.util.Comparator;
import java.util.Optional;

/**
 * Which document of a cluster is kept. Ties go to the first in input order, so the result does not
 * depend on the order of members.
 */
public enum Survivor {
  /** The first in input order. */
  FIRST(Comparator.comparingLong(ClusterMember::document)),
  /** The one with the highest score; one without a score only if none has one. */
  HIGHEST_SCORE(
      Comparator.comparing(Survivor::hasScore)
          .thenComparingDouble(Survivor::score)
          .reversed()
          .thenComparingLong(ClusterMember::document)),
  /** The one with the longest text. */
  LONGEST(
      Comparator.comparingLong(ClusterMember::length)
          .reversed()
          .thenComparingLong(ClusterMember::document));

  private final Comparator<ClusterMember> order;

  Survivor(Comparator<ClusterMember> order) {
    this.order = order;
  }

  /** The order of preference, best first; no two documents are equal. */
  public Comparator<ClusterMember> order() {
    return order;
  }

  /** The better of two documents. */
  public ClusterMember of(ClusterMember member, ClusterMember other) {
    return order.compare(member, other) <= 0 ? member : other;
  }

  /** The best of all; empty if there are none. */
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
