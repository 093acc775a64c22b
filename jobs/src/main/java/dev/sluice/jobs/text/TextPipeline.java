package dev.sluice.jobs.text;

import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextColumns;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextReader;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
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
  private final ReadProgress progress;
  private final Deque<Step> steps = new ArrayDeque<>();
  private long plannedBytes;
  private long endedBytes;
  private long texts;

  /** An action in the order of results. */
  @FunctionalInterface
  private interface Step {
    void tell() throws IOException, InterruptedException;
  }

  /**
   * @param threads that work, 1 or more, beside the one that reads
   * @param work on one batch, in any of the threads
   */
  public TextPipeline(
      TextColumns columns,
      int threads,
      Function<TextBatch, R> work,
      TextResults<R> results,
      ReadProgress progress) {
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
    ExecutorService workers = WorkerThreads.named("texts", threads);
    plannedBytes = files.stream().mapToLong(TextFile::bytes).sum();
    try {
      for (TextFile file : files) {
        read(file, workers);
        endedBytes += file.bytes();
      }
      while (!steps.isEmpty()) {
        steps.remove().tell();
      }
    } finally {
      workers.shutdownNow();
      WorkerThreads.awaitEnd(workers);
    }
  }

  private void read(TextFile file, ExecutorService workers)
      throws IOException, InterruptedException {
    FileTally.Builder tally = new FileTally.Builder();
    try (RetriedReader reader =
        new RetriedReader(() -> TextReader.open(file, columns), RetriedReader.THREE_TIMES)) {
      try {
        submitAll(file, reader, tally, workers);
        FileTally whole = tally.with(reader);
        steps.add(() -> results.ended(file, whole));
      } catch (SourceFormatException e) {
        FileTally part = tally.with(reader);
        steps.add(() -> results.broken(file, part, e));
      }
    }
  }

  private void submitAll(
      TextFile file, RetriedReader reader, FileTally.Builder tally, ExecutorService workers)
      throws IOException, InterruptedException {
    boolean more = true;
    while (more) {
      TextBatch batch = new TextBatch();
      try {
        more = batch.fill(reader, tally);
      } finally {
        submit(file, batch, workers);
        texts += batch.size();
        progress.update(endedBytes + reader.bytesRead(), plannedBytes, texts, file.name());
      }
    }
  }

  private void submit(TextFile file, TextBatch batch, ExecutorService workers)
      throws IOException, InterruptedException {
    if (batch.size() == 0) {
      return;
    }
    while (steps.size() >= 2 * threads) {
      steps.remove().tell();
    }
    Future<R> result = workers.submit(() -> work.apply(batch));
    steps.add(() -> results.accept(file, WorkerThreads.resultOf(result)));
  }
}
