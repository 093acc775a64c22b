package dev.sluice.jobs.tokenizer;

import dev.sluice.algorithms.words.TextNormaliser;
import dev.sluice.jobs.documents.FileTally;
import dev.sluice.jobs.documents.ReadTotals;
import dev.sluice.jobs.documents.TextBatch;
import dev.sluice.jobs.documents.TextPipeline;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextColumns;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Reads texts and counts their words.
 *
 * @param columns of the texts
 * @param threads that count, 1 or more
 * @param normaliser applied to texts first
 * @param split cuts texts into words, in any thread
 * @param totals of what is read
 * @param seen receives the texts in their order
 */
record WordPass(
    TextColumns columns,
    int threads,
    TextNormaliser normaliser,
    CounterPool.Split split,
    ReadTotals totals,
    BiConsumer<TextFile, TextBatch> seen)
    implements TextPipeline.TextResults<TextBatch> {
  /** Reads files to their ends. */
  void read(List<TextFile> files, CounterPool counters, JobProgress progress)
      throws IOException, InterruptedException {
    new TextPipeline<>(columns, threads, batch -> counted(batch, counters), this, progress)
        .run(files);
  }

  private TextBatch counted(TextBatch batch, CounterPool counters) {
    counters.count(batch, normaliser, split);
    return batch;
  }

  @Override
  public void accept(TextFile file, TextBatch batch) {
    seen.accept(file, batch);
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
