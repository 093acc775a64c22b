package dev.sluice.jobs.documents;

import dev.sluice.core.work.OrderedWork;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.rows.ByteRows;
import dev.sluice.storage.rows.RowSource;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;

/**
 * Reads files on one thread and works on pieces of their rows on others. It returns the results in
 * order. Holds at most {@code 2 x threads + 1} pieces. If pieces are larger than usual, it holds
 * fewer, so that their total size stays within the same limit, but always at least one.
 *
 * @param <R> the result of a piece
 */
public final class DocumentPipeline<R> {
  /**
   * Size that each open file counts as, so that few files are open at a time even if they are tiny.
   */
  private static final long OPEN_FILE_BYTES = DocumentPiece.BYTES / 4;

  private final DocumentColumns columns;
  private final DocumentWork<R> work;
  private final DocumentResults<R> results;
  private final JobProgress progress;
  private final OrderedWork pieces;
  private final Deque<ByteRows> free = new ArrayDeque<>();
  private long plannedBytes;
  private long endedBytes;
  private long rows;

  /**
   * @param workers the threads that work on pieces; not closed by this class
   * @param work the work on pieces
   */
  public DocumentPipeline(
      DocumentColumns columns,
      WorkerPool workers,
      DocumentWork<R> work,
      DocumentResults<R> results,
      JobProgress progress) {
    this.columns = columns;
    this.pieces = new OrderedWork(workers, 2L * workers.size() * DocumentPiece.BYTES);
    this.work = work;
    this.results = results;
    this.progress = progress;
  }

  /** Reads all files to their ends, from the first row on, as {@link #run(List, long)} does. */
  public void run(List<TextFile> files) throws IOException, InterruptedException {
    run(files, 0);
  }

  /**
   * Reads all files to their ends. May be called once.
   *
   * @param firstRow the row of the first file at which to start; must be the first row of a piece,
   *     so that all pieces stay the same
   * @throws IOException if reading fails, or if the receiver of results throws it
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
    pieces.finish();
  }

  private void read(TextFile file, long firstRow) throws IOException, InterruptedException {
    try {
      pieces.makeRoom(OPEN_FILE_BYTES);
      DocumentFile documents = DocumentFile.open(file, columns);
      pieces.then(OPEN_FILE_BYTES, () -> results.begun(documents));
      try (RowSource source = documents.rows()) {
        source.skipTo(firstRow);
        submitAll(documents, source, firstRow);
      }
      pieces.then(0, () -> results.ended(file));
    } catch (SourceFormatException e) {
      pieces.then(0, () -> results.broken(file, e));
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
        long bytes = endedBytes + source.bytesRead();
        String name = file.file().name();
        progress.reached(new JobPosition(JobPhase.READING, bytes, plannedBytes, rows, name));
      }
    }
  }

  private void submit(DocumentPiece piece) throws IOException, InterruptedException {
    if (piece.size() == 0) {
      return;
    }
    long bytes = Math.max(DocumentPiece.BYTES, piece.bytes());
    pieces.makeRoom(bytes);
    pieces.submit(bytes, work.begin(piece), result -> accept(piece, result));
  }

  private void accept(DocumentPiece piece, R result) throws IOException, InterruptedException {
    results.accept(result);
    piece.free().ifPresent(free::add);
  }

  /**
   * The work on pieces. The reading thread starts it in order; any other thread does it.
   *
   * @param <R> the result of a piece
   */
  @FunctionalInterface
  public interface DocumentWork<R> {
    /**
     * Starts the work on a piece. It is called on the thread that called {@link
     * DocumentPipeline#run}, in the order of files and rows. Anything that depends on earlier
     * pieces belongs here.
     *
     * @return the work itself, for any thread
     */
    Callable<R> begin(DocumentPiece piece) throws IOException;

    /** Creates work that depends only on the piece. */
    static <R> DocumentWork<R> of(Function<DocumentPiece, R> work) {
      return piece -> () -> work.apply(piece);
    }
  }

  /**
   * Receives the results of pieces in the order of files and rows. The thread is the one that
   * called {@link DocumentPipeline#run}. A result must not refer to its piece, because the memory
   * of the piece is reused; it may refer to rows taken out of the piece.
   *
   * @param <R> the result of a piece
   */
  public interface DocumentResults<R> {
    /**
     * Called when a file has been opened, before its pieces. Not called for files that cannot be
     * opened.
     */
    default void begun(DocumentFile file) throws IOException, InterruptedException {}

    /** Receives the result of a piece of the current file. */
    void accept(R result) throws IOException, InterruptedException;

    /** Called when the current file has been read completely. */
    void ended(TextFile file) throws IOException, InterruptedException;

    /**
     * Called when a file cannot be read any further. Results of its earlier pieces have been passed
     * on.
     */
    void broken(TextFile file, SourceFormatException problem)
        throws IOException, InterruptedException;
  }
}
