package dev.sluice.jobs.validate.source;

import dev.sluice.core.CurationRules;
import dev.sluice.core.Outcome;
import dev.sluice.core.RowJudge;
import dev.sluice.core.Verdict;
import dev.sluice.operators.OperatorRule;
import dev.sluice.storage.source.ScaledRow;
import dev.sluice.storage.source.SourceRow;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Applies all rules before deduplication, including operators. Not thread-safe. */
final class SourceJudge {
  private final RowJudge judge;
  private final OperatorRule operators;

  /**
   * The result of all rules before deduplication, including operators, for a row.
   *
   * @param outcome {@link Outcome#KEPT} means that deduplication decides
   * @param bucket index of its bucket, or {@link dev.sluice.core.ScoreBuckets#NONE}
   * @param reason the reason that the operators had; empty if they kept the row
   * @param text after the operators, in UTF-8; valid as long as the row
   */
  record RowJudgement(Outcome outcome, int bucket, String reason, ByteBuffer text) {
    boolean passes() {
      return outcome == Outcome.KEPT;
    }
  }

  SourceJudge(CurationRules rules, OperatorRule operators) {
    this.judge = new RowJudge(rules);
    this.operators = operators;
  }

  /** Returns the result of the rules before the operators. These rules are cheaper. */
  Verdict verdict(ScaledRow row) throws IOException {
    return row.judge(judge);
  }

  /** Returns the result of all rules, given the result of the rules before the operators. */
  RowJudgement judge(ScaledRow row, Verdict verdict) throws IOException {
    SourceRow source = row.row();
    ByteBuffer own = ByteBuffer.wrap(source.textBytes(), source.textOffset(), source.textLength());
    if (!verdict.passes() || operators.isEmpty()) {
      String reason =
          verdict.outcome() == Outcome.REJECTED ? source.rejection().orElseThrow().reason() : "";
      return new RowJudgement(verdict.outcome(), verdict.bucket(), reason, own);
    }
    OperatorRule.Result result =
        operators.apply(
            new OperatorRule.Row(
                row.id(),
                row.score(),
                source.dump(),
                source.textBytes(),
                source.textOffset(),
                source.textLength()));
    if (result instanceof OperatorRule.Result.Ended ended) {
      return new RowJudgement(ended.outcome(), verdict.bucket(), ended.reason(), own);
    }
    OperatorRule.Result.Kept kept = (OperatorRule.Result.Kept) result;
    return new RowJudgement(
        verdict.outcome(), verdict.bucket(), "", kept.text().map(ByteBuffer::wrap).orElse(own));
  }
}
