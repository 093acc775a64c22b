package dev.sluice.core;

import java.util.Objects;

/**
 * The decision of {@link RowJudge}.
 *
 * @param outcome {@link Outcome#KEPT} if the row continues to deduplication
 * @param bucket index of the bucket; {@link ScoreBuckets#NONE} if the row was dropped before a
 *     bucket was chosen
 */
public record Verdict(Outcome outcome, int bucket) {
  /** Requires an outcome. */
  public Verdict {
    Objects.requireNonNull(outcome, "outcome");
  }

  /** Returns whether the row continues to deduplication. */
  public boolean passes() {
    return outcome == Outcome.KEPT;
  }
}
