package dev.sluice.jobs.tokenizer;

import dev.sluice.algorithms.words.CounterPool;
import dev.sluice.algorithms.words.PreTokenizer.WordConsumer;
import dev.sluice.algorithms.words.TextNormaliser;
import dev.sluice.algorithms.words.WordCounter;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.documents.DocumentCursor;
import dev.sluice.jobs.documents.DocumentPiece;
import dev.sluice.jobs.documents.DocumentPipeline;
import dev.sluice.jobs.documents.DocumentPipeline.DocumentResults;
import dev.sluice.jobs.documents.DocumentPipeline.DocumentWork;
import dev.sluice.jobs.documents.FileTally;
import dev.sluice.jobs.documents.ReadTotals;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** Reads texts and counts their words. May be used once. */
final class WordPass implements DocumentResults<FileTally> {
  /** Splits a UTF-8 text into words. */
  @FunctionalInterface
  interface Split {
    /** Passes the words of a text to a consumer, in order. */
    void split(byte[] text, int offset, int length, WordConsumer words);

    /** Returns a split that normalises texts first. */
    default Split after(TextNormaliser normaliser) {
      return (text, offset, length, words) ->
          normaliser.pass(
              text, offset, length, (normal, at, bytes) -> split(normal, at, bytes, words));
    }
  }

  private final DocumentColumns columns;
  private final int threads;
  private final Split split;
  private final ReadTotals totals;
  private final Function<TextFile, Consumer<DocumentCursor>> seen;
  private FileTally tally = FileTally.NONE;

  /**
   * @param columns the columns of the texts
   * @param threads number of threads that count, 1 or more
   * @param split splits texts, which are not normalised, into words, on any thread
   * @param totals receives the totals of the rows read
   * @param seen returns a receiver of each text of a file, on any thread
   */
  WordPass(
      DocumentColumns columns,
      int threads,
      Split split,
      ReadTotals totals,
      Function<TextFile, Consumer<DocumentCursor>> seen) {
    this.columns = columns;
    this.threads = threads;
    this.split = split;
    this.totals = totals;
    this.seen = seen;
  }

  /** Reads files to their ends. */
  void read(List<TextFile> files, CounterPool counters, JobProgress progress)
      throws IOException, InterruptedException {
    try (WorkerPool workers = new WorkerPool("texts", threads)) {
      DocumentWork<FileTally> counting = DocumentWork.of(piece -> count(piece, counters));
      new DocumentPipeline<>(columns, workers, counting, this, progress).run(files);
    }
  }

  /** Counts the words of a piece with a counter that no other thread uses at the same time. */
  private FileTally count(DocumentPiece piece, CounterPool counters) {
    WordCounter counter = counters.take();
    try {
      Consumer<DocumentCursor> receiver = seen.apply(piece.file());
      return FileTally.of(
          piece,
          row -> {
            split.split(row.textArray(), row.textOffset(), row.textBytes(), counter);
            receiver.accept(row);
          });
    } finally {
      counters.giveBack(counter);
    }
  }

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
