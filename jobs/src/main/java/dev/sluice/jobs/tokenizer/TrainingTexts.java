package dev.sluice.jobs.tokenizer;

import dev.sluice.jobs.documents.CounterPool;
import dev.sluice.jobs.documents.FileTally;
import dev.sluice.jobs.documents.ReadTotals;
import dev.sluice.jobs.documents.TextBatch;
import dev.sluice.jobs.documents.TextPipeline;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.util.List;

/**
 * The texts that a tokenizer is trained on: counts their words, and knows how much was read and a
 * sample of each source.
 */
final class TrainingTexts {
  private final TrainingRequest request;
  private final ReadTotals totals = new ReadTotals();
  private final SourceSamples samples = new SourceSamples();

  TrainingTexts(TrainingRequest request) {
    this.request = request;
  }

  /** What was read of all files. */
  ReadTotals totals() {
    return totals;
  }

  /** The texts by source. */
  SourceSamples samples() {
    return samples;
  }

  /**
   * Reads files and counts their words.
   *
   * @param counters one for each thread
   */
  void read(List<TextFile> files, CounterPool counters, JobProgress progress)
      throws IOException, InterruptedException {
    new TextPipeline<>(
            request.columns(),
            request.threads(),
            batch -> countWords(batch, counters),
            new Counted(),
            progress)
        .run(files);
  }

  private TextBatch countWords(TextBatch batch, CounterPool counters) {
    counters.count(batch, request.normaliser(), request.preTokenizer()::split);
    return batch;
  }

  private final class Counted implements TextPipeline.TextResults<TextBatch> {
    @Override
    public void accept(TextFile file, TextBatch batch) {
      samples.add(file, batch);
    }

    @Override
    public void ended(TextFile file, FileTally tally) {
      totals.add(file, tally);
    }

    @Override
    public void broken(TextFile file, FileTally tally, SourceFormatException problem) {
      totals.addBroken(file, tally, problem);
    }
  }
}
