package dev.sluice.jobs.documents;

import dev.sluice.jobs.text.ReadProgress;
import dev.sluice.jobs.text.WorkerThreads;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/**
 * Reads files on one thread, works on pieces of their rows on others, and returns results in order.
 * Holds at most {@code 2 x threads + 1} pieces; of larger pieces, no more than have the same total
 * size, but always one.
 *
 * @param <R> the result of a piece
 */
public final class DocumentPipeline<R> {
  private final DocumentColumns columns;
  private final ExecutorService workers;
  private final int threads;
  private final DocumentWork<R> work;
  private final DocumentResults<R> results;
  private final ReadProgress progress;
  private final Deque<Step> steps = new ArrayDeque<>();
  private final Deque<ByteRows> free = new ArrayDeque<>();
  private long heldBytes;
  private long plannedBytes;
  private long endedBytes;
  private long rows;

  /** An action in the order of results. */
  private record Step(long bytes, Telling telling) {}

  /** Passes something on. */
  @FunctionalInterface
  private interface Telling {
    void tell() throws IOException, InterruptedException;
  }

  /**
   * @param workers that do the work; they are not ended here
   * @param threads that work at once, 1 or more, beside the one that reads
   * @param work on pieces
   */
  public DocumentPipeline(
      DocumentColumns columns,
      ExecutorService workers,
      int threads,
      DocumentWork<R> work,
      DocumentResults<R> results,
      ReadProgress progress) {
    if (threads < 1) {
      throw new IllegalArgumentException("%d threads: at least 1".formatted(threads));
    }
    this.columns = columns;
    this.workers = workers;
    this.threads = threads;
    this.work = work;
    this.results = results;
    this.progress = progress;
  }

  /** Reads all files to their ends, as {@link #run(List, long)} from the first row on. */
  public void run(List<TextFile> files) throws IOException, InterruptedException {
    run(files, 0);
  }

  /**
   * Reads all files to their ends. May be called once.
   *
   * @param firstRow of the first file; must be the first row of a piece, because pieces depend on
   *     it
   * @throws IOException thrown by a read or by the consumer of results
   * @throws InterruptedException if this thread is interrupted
   */
  public void run(List<TextFile> files, long firstRow) throws IOException, InterruptedException {
    plannedBytes = files.stream().mapToLong(TextFile::bytes).sum();
    long from = firstRow;
    for (TextFile file : files) {
      read(file, from);
      endedBytes += file.bytes();
      from = 0;
    }
    while (!steps.isEmpty()) {
      tellOldest();
    }
  }

  private void read(TextFile file, long firstRow) throws IOException, InterruptedException {
    try {
      while (steps.size() > 2 * threads + 3) {
        tellOldest();
      }
      DocumentFile documents = DocumentFile.open(file, columns);
      steps.add(new Step(0, () -> results.begun(documents)));
      try (RowSource source = documents.rows(firstRow)) {
        submitAll(documents, source, firstRow);
      }
      steps.add(new Step(0, () -> results.ended(file)));
    } catch (SourceFormatException e) {
      steps.add(new Step(0, () -> results.broken(file, e)));
    }
  }

  private void submitAll(DocumentFile file, RowSource source, long firstRow)
      throws IOException, InterruptedException {
    long row = firstRow;
    boolean more = true;
    while (more) {
      ByteRows rowsOfPiece = Optional.ofNullable(free.poll()).orElseGet(DocumentPiece::noRows);
      DocumentPiece piece = new DocumentPiece(file, row, rowsOfPiece);
      try {
        more = piece.fill(source);
      } finally {
        row += piece.size();
        rows += piece.size();
        submit(piece);
        progress.update(endedBytes + source.bytesRead(), plannedBytes, rows, file.file().name());
      }
    }
  }

  private void submit(DocumentPiece piece) throws IOException, InterruptedException {
    if (piece.size() == 0) {
      return;
    }
    long bytes = Math.max(DocumentPiece.BYTES, piece.bytes());
    while (!steps.isEmpty() && heldBytes + bytes > 2L * threads * DocumentPiece.BYTES) {
      tellOldest();
    }
    heldBytes += bytes;
    Callable<R> begun = work.begin(piece);
    Future<R> result = workers.submit(begun);
    steps.add(new Step(bytes, () -> accept(piece, result)));
  }

  private void accept(DocumentPiece piece, Future<R> result)
      throws IOException, InterruptedException {
    results.accept(WorkerThreads.resultOf(result));
    piece.free().ifPresent(free::add);
  }

  private void tellOldest() throws IOException, InterruptedException {
    Step step = steps.remove();
    step.telling().tell();
    heldBytes -= step.bytes();
  }
}
