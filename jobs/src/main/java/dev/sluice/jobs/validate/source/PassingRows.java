package dev.sluice.jobs.validate.source;

import dev.sluice.core.Verdict;
import dev.sluice.storage.source.ScaledRow;
import java.io.IOException;
import java.util.List;

/**
 * The rows of a step that the rules without operators pass, in order, each with its position among
 * them. Not thread-safe.
 */
final class PassingRows {
  private final SourceReader source;
  private final SourceJudge judge;
  private long position;

  /** Receives rows in order. */
  @FunctionalInterface
  interface PassingRowConsumer {
    /**
     * Receives a row, valid until it returns.
     *
     * @param position among the rows of its step that pass, from 0
     * @param verdict of the rules without operators
     */
    void accept(long position, ScaledRow row, Verdict verdict) throws IOException;
  }

  PassingRows(SourceReader source, SourceJudge judge) {
    this.source = source;
    this.judge = judge;
  }

  List<SourceStep> steps() {
    return source.steps();
  }

  /** Reads what a step reads; nothing for one that forgets. */
  void read(SourceStep step, PassingRowConsumer consumer) throws InterruptedException {
    position = 0;
    if (step instanceof SourceStep.Read read) {
      source.read(read, row -> pass(row, consumer));
    } else if (step instanceof SourceStep.ReadForgotten read) {
      source.read(read, row -> pass(row, consumer));
    }
  }

  private void pass(ScaledRow row, PassingRowConsumer consumer) throws IOException {
    if (row.row().passesFilter()) {
      Verdict verdict = judge.verdict(row);
      if (verdict.passes()) {
        consumer.accept(position++, row, verdict);
      }
    }
  }
}
