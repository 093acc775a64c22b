package dev.sluice.jobs.tokenizer;

import dev.sluice.algorithms.words.TextNormaliser;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.documents.DocumentCursor;
import dev.sluice.jobs.documents.DocumentFile;
import dev.sluice.jobs.documents.DocumentPipeline;
import dev.sluice.jobs.documents.DocumentResults;
import dev.sluice.jobs.documents.DocumentWork;
import dev.sluice.jobs.documents.FileTally;
import dev.sluice.jobs.documents.ReadTotals;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.util.List;
import java.util.function.BiConsumer;

/** Reads texts and counts their words. May be used once. */
final class WordPass implements DocumentResults<FileTally> {
  private final DocumentColumns columns;
  private final int threads;
  private final TextNormaliser normaliser;
  private final CounterPool.Split split;
  private final ReadTotals totals;
  private final BiConsumer<TextFile, DocumentCursor> seen;
  private FileTally tally = FileTally.NONE;

  /**
   * @param columns of the texts
   * @param threads that count, 1 or more
   * @param normaliser applied to texts first
   * @param split cuts texts into words, in any thread
   * @param totals of what is read
   * @param seen receives each text in any thread
   */
  WordPass(
      DocumentColumns columns,
      int threads,
      TextNormaliser normaliser,
      CounterPool.Split split,
      ReadTotals totals,
      BiConsumer<TextFile, DocumentCursor> seen) {
    this.columns = columns;
    this.threads = threads;
    this.normaliser = normaliser;
    this.split = split;
    this.totals = totals;
    this.seen = seen;
  }

  /** Reads files to their ends. */
  void read(List<TextFile> files, CounterPool counters, JobProgress progress)
      throws IOException, InterruptedException {
    try (WorkerPool workers = new WorkerPool("texts", threads)) {
      DocumentWork<FileTally> counting =
          DocumentWork.of(piece -> counters.count(piece, normaliser, split, seen));
      new DocumentPipeline<>(columns, workers, counting, this, progress).run(files);
    }
  }

  @Override
  public void begun(DocumentFile file) {}

  @Override
  public void accept(FileTally piece) {
    tally = tally.plus(piece);
  }

  @Override
  public void ended(TextFile file) {
    totals.add(file, tally);
    tally = FileTally.NONE;
  }

  @Override
  public void broken(TextFile file, SourceFormatException problem) {
    totals.addBroken(file, tally, problem);
    tally = FileTally.NONE;
  }
}
