package dev.sluice.algorithms.neardup;

import java.util.Objects;
import java.util.OptionalDouble;

/**
 * What decides whether a document is kept of its cluster.
 *
 * @param document its place in input order, 0 or more, no other's
 * @param score the higher the better; one that is no number counts as none
 * @param length of its text in bytes, 0 or more
 */
public record ClusterMember(long document, OptionalDouble score, long length) {
  public ClusterMember {
    Objects.requireNonNull(score, "score");
    if (document < 0 || length < 0) {
      throw new IllegalArgumentException(
          "a document's number and length are 0 or more: %d, %d".formatted(document, length));
    }
    score = score.isPresent() && Double.isNaN(score.getAsDouble()) ? OptionalDouble.empty() : score;
  }
}
