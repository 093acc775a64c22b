package dev.sluice.jobs.validate.source;

import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.Verdict;
import dev.sluice.storage.source.ScaledRow;
import java.io.IOException;
import java.util.List;

/**
 * Reads the rows of a step that pass the rules without operators. They come in order, each with its
 * position among these rows. Not thread-safe.
 */
final class PassingRows {
  private final SourceReader source;
  private final SourceJudge judge;
  private long position;

  /** Receives rows in order. */
  @FunctionalInterface
  interface PassingRowConsumer {
    /**
     * Receives a row. It is valid until this method returns.
     *
     * @param step the step that reads the row
     * @param position position of the row among the passing rows of the step, from 0
     * @param verdict the verdict of the rules without operators
     */
    void accept(int step, long position, ScaledRow row, Verdict verdict) throws IOException;
  }

  PassingRows(SourceReader source, SourceJudge judge) {
    this.source = source;
    this.judge = judge;
  }

  List<SourceStep> steps() {
    return source.steps();
  }

  /** Reads the rows of a step, if the step reads. */
  void read(int step, PassingRowConsumer consumer) throws InterruptedException {
    position = 0;
    if (steps().get(step) instanceof SourceStep.Read read) {
      source.read(read, row -> pass(step, row, consumer));
    }
  }

  /** Reads the rows that a step forgets, if the step forgets. */
  void readForgotten(int step, PassingRowConsumer consumer) throws InterruptedException {
    if (steps().get(step) instanceof SourceStep.Forget forget) {
      for (ForgottenUnit unit : forget.units()) {
        for (int reading = 0; reading < step; reading++) {
          if (steps().get(reading).reads().equals(unit.unit())) {
            read(reading, consumer);
          }
        }
      }
    }
  }

  private void pass(int step, ScaledRow row, PassingRowConsumer consumer) throws IOException {
    if (row.row().passesFilter()) {
      Verdict verdict = judge.verdict(row);
      if (verdict.passes()) {
        consumer.accept(step, position++, row, verdict);
      }
    }
  }
}
