package dev.sluice.jobs.documents;

import dev.sluice.core.work.OrderedWork;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextColumns;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextReader;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/**
 * Reads files on one thread, works on batches of their texts on others, and returns results in
 * order. Holds at most {@code 2 x threads + 1} batches.
 *
 * @param <R> the result of a batch
 */
public final class TextPipeline<R> {
  private final TextColumns columns;
  private final int threads;
  private final Function<TextBatch, R> work;
  private final TextResults<R> results;
  private final JobProgress progress;
  private long plannedBytes;
  private long endedBytes;
  private long texts;

  /**
   * @param threads that work, 1 or more, beside the one that reads
   * @param work on one batch, in any of the threads
   */
  public TextPipeline(
      TextColumns columns,
      int threads,
      Function<TextBatch, R> work,
      TextResults<R> results,
      JobProgress progress) {
    if (threads < 1) {
      throw new IllegalArgumentException("%d threads: at least 1".formatted(threads));
    }
    this.columns = columns;
    this.threads = threads;
    this.work = work;
    this.results = results;
    this.progress = progress;
  }

  /**
   * Reads all files to their ends. May be called once.
   *
   * @throws IOException thrown by a read or by the consumer of results
   * @throws InterruptedException if this thread is interrupted; the work has ended then
   */
  public void run(List<TextFile> files) throws IOException, InterruptedException {
    plannedBytes = files.stream().mapToLong(TextFile::bytes).sum();
    try (WorkerPool pool = new WorkerPool("texts", threads)) {
      OrderedWork batches = new OrderedWork(pool, 2L * threads);
      for (TextFile file : files) {
        read(file, batches);
        endedBytes += file.bytes();
      }
      batches.finish();
    }
  }

  private void read(TextFile file, OrderedWork batches) throws IOException, InterruptedException {
    FileTally.Builder tally = new FileTally.Builder();
    try (TextReader reader = TextReader.open(file, columns)) {
      submitAll(file, reader, tally, batches);
      batches.then(1, () -> results.ended(file, tally.tally()));
    } catch (SourceFormatException e) {
      batches.then(1, () -> results.broken(file, tally.tally(), e));
    }
  }

  private void submitAll(
      TextFile file, TextReader reader, FileTally.Builder tally, OrderedWork batches)
      throws IOException, InterruptedException {
    boolean more = true;
    while (more) {
      TextBatch batch = new TextBatch();
      try {
        more = batch.fill(reader, tally);
      } finally {
        tally.rejected(reader);
        submit(file, batch, batches);
        texts += batch.size();
        long bytes = endedBytes + reader.bytesRead();
        progress.reached(
            new JobPosition(JobPhase.READING, bytes, plannedBytes, texts, file.name()));
      }
    }
  }

  private void submit(TextFile file, TextBatch batch, OrderedWork batches)
      throws IOException, InterruptedException {
    if (batch.size() > 0) {
      batches.submit(1, () -> work.apply(batch), result -> results.accept(file, result));
    }
  }

  /**
   * Receives results in the order of files and rows, on the thread that called {@link
   * TextPipeline#run}.
   */
  public interface TextResults<R> {
    /** The result of a batch of a file. */
    void accept(TextFile file, R result) throws IOException;

    /** A file has been read completely. */
    void ended(TextFile file, FileTally tally) throws IOException;

    /** A file cannot be read any further; earlier results have been passed on. */
    void broken(TextFile file, FileTally tally, SourceFormatException problem) throws IOException;
  }
}
