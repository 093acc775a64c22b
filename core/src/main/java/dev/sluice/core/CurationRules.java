package dev.sluice.core;

import java.util.Objects;

/**
 * The rules that decide about a row. They are part of an output's content configuration.
 *
 * @param minScore lowest valid score
 * @param maxScore highest valid score
 * @param scoreScale factor that every score of the source is multiplied by first
 * @param buckets the ranges of scores
 * @param seed seed of the sampling hash
 * @param dedup the documents among which an id is kept once
 */
public record CurationRules(
    double minScore,
    double maxScore,
    double scoreScale,
    ScoreBuckets buckets,
    long seed,
    DedupScope dedup) {
  /**
   * The maximum size of an id. It keeps Kafka keys small. Ids derived from a path are always
   * shorter.
   */
  public static final int MAX_ID_BYTES = 64 << 10;

  /** The minimum number of code points of a text. Shorter texts are flagged as short. */
  public static final int SHORT_TEXT_CODE_POINTS = 10;

  /**
   * Checks the range and the scale.
   *
   * @throws IllegalArgumentException naming the value seen and the values allowed
   */
  public CurationRules {
    Objects.requireNonNull(buckets, "buckets");
    Objects.requireNonNull(dedup, "dedup");
    if (!(minScore <= maxScore)) {
      throw new IllegalArgumentException(
          "score.min " + minScore + " must not be above score.max " + maxScore);
    }
    if (!(scoreScale > 0) || Double.isInfinite(scoreScale)) {
      throw new IllegalArgumentException("score.scale " + scoreScale + " must be a number > 0");
    }
  }
}
