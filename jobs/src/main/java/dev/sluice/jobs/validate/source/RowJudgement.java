package dev.sluice.jobs.validate.source;

import dev.sluice.core.Outcome;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * What the rules before deduplication, operators among them, say of a row.
 *
 * @param outcome {@link Outcome#KEPT} means: goes on to deduplication
 * @param bucket index of its bucket, or {@link dev.sluice.core.ScoreBuckets#NONE}
 * @param reason why operators ended it; empty where they did not
 * @param text that it goes on with, in UTF-8; valid as long as the row is
 */
record RowJudgement(Outcome outcome, int bucket, String reason, ByteBuffer text) {
  /** Checks that everything is there. */
  RowJudgement {
    Objects.requireNonNull(outcome, "outcome");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(text, "text");
  }

  boolean passes() {
    return outcome == Outcome.KEPT;
  }
}
