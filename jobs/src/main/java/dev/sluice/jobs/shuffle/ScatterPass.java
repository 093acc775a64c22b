package dev.sluice.jobs.shuffle;

import dev.sluice.algorithms.shuffle.Selection;
import dev.sluice.core.work.OrderedWork;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.shuffle.PieceSource.KeyedRowConsumer;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.InputListing;
import java.io.IOException;
import java.util.BitSet;
import java.util.Optional;

/**
 * The first pass. It reads all files of a plan and scatters their rows to partitions. One thread
 * reads and numbers rows; other threads scatter them. Records checkpoints at positions from which
 * reading can continue. Memory: the waiting pieces, and a chunk for each partition.
 */
final class ScatterPass {
  private final InputPlan plan;
  private final RowSources sources;
  private final PartitionWriters partitions;
  private final int threads;
  private final long checkpointBytes;
  private final Checkpoints checkpoints;
  private final JobProgress progress;
  private final BrokenFiles broken = new BrokenFiles();
  private Optional<Selection> selection = Optional.empty();
  private ShuffleState state;
  private long row;
  private long partRows;
  private long readBytes;
  private long notedBytes;

  /** Records checkpoints. */
  @FunctionalInterface
  interface Checkpoints {
    void note(ShuffleState state) throws IOException;
  }

  ScatterPass(
      InputPlan plan,
      RowSources sources,
      PartitionWriters partitions,
      ShuffleState state,
      int threads,
      long checkpointBytes,
      Checkpoints checkpoints,
      JobProgress progress) {
    this.plan = plan;
    this.sources = sources;
    this.partitions = partitions;
    this.state = state;
    this.threads = threads;
    this.checkpointBytes = checkpointBytes;
    this.checkpoints = checkpoints;
    this.progress = progress;
    this.row = state.reading().row();
    this.partRows = state.reading().partRows();
  }

  /**
   * Reads all remaining rows.
   *
   * @return the state in which all rows are in partitions
   * @throws BrokenFiles.BrokenFilesException if files are broken; rows scattered since the last
   *     checkpoint must not be used
   * @throws InterruptedException if this thread is interrupted; the position has been recorded
   */
  ShuffleState run() throws IOException, InterruptedException {
    int begun = state.reading().file();
    long position = state.reading().position();
    plan.files().subList(0, begun).forEach(file -> readBytes += file.file().bytes());
    notedBytes = readBytes;
    try (WorkerPool workers = new WorkerPool("shuffle", threads)) {
      OrderedWork pieces = new OrderedWork(workers, threads + 1L);
      for (int file = begun; file < plan.files().size(); file++) {
        scatter(file, file == begun ? position : 0, pieces);
      }
      note(pieces, plan.files().size(), 0);
      broken.throwAny();
    }
    return state;
  }

  private void scatter(int index, long position, OrderedWork pieces)
      throws IOException, InterruptedException {
    InputPlan.PlannedFile file = plan.files().get(index);
    select(index, position > 0);
    try (PieceSource source = sources.open(file.file(), position)) {
      for (Optional<PieceSource.RowPiece> piece = source.next();
          piece.isPresent() && !broken.has(file.file());
          piece = source.next()) {
        submit(file.file(), piece.get(), pieces);
        long bytes = readBytes + source.bytesRead();
        String name = file.file().name();
        progress.reached(new JobPosition(JobPhase.READING, bytes, plan.bytes(), row, name));
        if (bytes - notedBytes >= checkpointBytes) {
          note(pieces, index, source.position());
          notedBytes = bytes;
        }
      }
    } catch (SourceFormatException e) {
      broken.add(e);
    }
    readBytes += file.file().bytes();
  }

  /** Starts or continues the selection of rows for the partial reading of an input. */
  private void select(int index, boolean within) {
    InputPlan.PlannedFile file = plan.files().get(index);
    if (!file.partial()) {
      selection = Optional.empty();
      partRows = 0;
      return;
    }
    boolean continues = index > 0 && plan.files().get(index - 1).isSameReading(file);
    if (selection.isPresent() && continues) {
      return;
    }
    partRows = continues || within ? partRows : 0;
    Selection begun = plan.selection(state.seed(), file.input());
    for (long skipped = 0; skipped < partRows; skipped++) {
      begun.next();
    }
    selection = Optional.of(begun);
  }

  private void submit(InputListing.InputFile file, PieceSource.RowPiece piece, OrderedWork pieces)
      throws IOException, InterruptedException {
    long first = row;
    KeyedRowConsumer next = sources.converted(file, partitions);
    KeyedRowConsumer consumer =
        selection.isEmpty() ? next : chosen(piece.rows(), selection.get(), next);
    row += piece.rows();
    pieces.submit(1, () -> scatter(piece, first, consumer), scattered -> {});
  }

  private long scatter(PieceSource.RowPiece piece, long first, KeyedRowConsumer consumer)
      throws IOException {
    try {
      piece.scatter().to(consumer, first);
    } catch (SourceFormatException e) {
      broken.add(e);
    }
    return piece.rows();
  }

  private KeyedRowConsumer chosen(long rows, Selection choice, KeyedRowConsumer next) {
    long first = row;
    BitSet chosen = new BitSet(Math.toIntExact(rows));
    for (int i = 0; i < rows; i++) {
      chosen.set(i, choice.next());
    }
    partRows += rows;
    return (number, bytes, offset, length) -> {
      if (chosen.get((int) (number - first))) {
        next.take(number, bytes, offset, length);
      }
    };
  }

  /**
   * Records a checkpoint, unless a broken file has been found: after that, files are only read to
   * find all broken ones.
   */
  private void note(OrderedWork pieces, int file, long position)
      throws IOException, InterruptedException {
    pieces.finish();
    if (!broken.isEmpty()) {
      return;
    }
    ShuffleState.Reading reading = new ShuffleState.Reading(file, position, row, partRows);
    state = state.read(reading, partitions.flush());
    checkpoints.note(state);
  }
}
