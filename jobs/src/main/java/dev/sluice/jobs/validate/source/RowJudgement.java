package dev.sluice.jobs.validate.source;

import dev.sluice.core.Outcome;
import java.nio.ByteBuffer;

/**
 * The result of all rules before deduplication, including operators, for a row.
 *
 * @param outcome {@link Outcome#KEPT} means that deduplication decides
 * @param bucket index of its bucket, or {@link dev.sluice.core.ScoreBuckets#NONE}
 * @param reason of the operators; empty if they kept the row
 * @param text after the operators, in UTF-8; valid as long as the row
 */
record RowJudgement(Outcome outcome, int bucket, String reason, ByteBuffer text) {
  boolean passes() {
    return outcome == Outcome.KEPT;
  }
}
