package dev.sluice.core;

import java.util.Objects;

/**
 * What the rules before deduplication say of a row.
 *
 * @param outcome {@link Outcome#KEPT} means: goes on to deduplication
 * @param bucket index of the bucket the score fell in, {@link ScoreBuckets#NONE} before rule 4
 */
public record Verdict(Outcome outcome, int bucket) {
  /** Checks that an outcome is there. */
  public Verdict {
    Objects.requireNonNull(outcome, "outcome");
  }

  /** Whether the row goes on to deduplication. */
  public boolean passes() {
    return outcome == Outcome.KEPT;
  }
}
