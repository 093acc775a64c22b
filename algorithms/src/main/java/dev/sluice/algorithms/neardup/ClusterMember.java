package dev.sluice.algorithms.neardup;

import java.util.Objects;
import java.util.OptionalDouble;

/**
 * The properties of a document that decide whether its cluster keeps it.
 *
 * @param document its unique number in input order, from 0
 * @param score higher is better; NaN counts as no score
 * @param length of its text in bytes
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
