package dev.sluice.jobs.process;

import dev.sluice.core.work.OrderedWork;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.documents.DocumentFile;
import dev.sluice.jobs.documents.DocumentPipeline.DocumentResults;
import dev.sluice.jobs.documents.ParquetDocuments;
import dev.sluice.jobs.process.FileRewriter.RewritePlan;
import dev.sluice.jobs.process.PieceTrace.TraceCounts;
import dev.sluice.jobs.process.SideFile.SideLines;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.rows.ByteRows;
import dev.sluice.storage.rows.RowSink;
import dev.sluice.storage.text.TextFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Writes the results of pieces. It collects the rows in groups, has the groups compressed, appends
 * them in order and records checkpoints. Used by one thread.
 */
final class ProcessOutput implements DocumentResults<ProcessedPiece>, Closeable {
  private final ProcessDirectory directory;
  private final ProcessJournal journal;
  private final SideFile rejects;
  private final SideFile trace;
  private final ProcessMemory memory;
  private final RewritePlan plan;
  private final Consumer<TraceCounts> traceCounts;
  private final OrderedWork groups;
  private Optional<RowSink> output = Optional.empty();
  private Optional<DocumentFile> file = Optional.empty();
  private PieceGroup group;
  private ProcessJournal.Position position;
  private long certainRow;
  private long sinceNote;
  private boolean noted;
  private TraceCounts traced;

  /**
   * @param traceCounts receives the numbers of additional lines so far
   */
  ProcessOutput(
      ProcessDirectory directory,
      ProcessJournal journal,
      WorkerPool workers,
      ProcessMemory memory,
      RewritePlan plan,
      Consumer<TraceCounts> traceCounts)
      throws IOException {
    this.directory = directory;
    this.journal = journal;
    this.rejects = new SideFile(directory.rejects());
    this.trace = new SideFile(directory.beside());
    this.groups = new OrderedWork(workers, memory.packingBytes());
    this.memory = memory;
    this.plan = plan;
    this.traceCounts = traceCounts;
    this.group = new PieceGroup(plan.operators());
    this.position = journal.next();
    this.traced = position.traced();
  }

  /**
   * Opens the output file, which an earlier invocation may have left. It returns the row at which
   * to resume.
   */
  long resume(DocumentFile first) throws IOException {
    open(first);
    return position.row();
  }

  private void open(DocumentFile opened) throws IOException {
    file = Optional.of(opened);
    if (opened instanceof ParquetDocuments parquet) {
      memory.check(parquet.table());
    }
    RowSink made = directory.output(opened, plan.level());
    output = Optional.of(made);
    position = journal.resume(made);
    certainRow = position.row();
    noted = certainRow > 0;
    now(position.traced());
    rejects.cut(position.rejectBytes());
    trace.cut(position.traceBytes());
  }

  @Override
  public void begun(DocumentFile begun) throws IOException {
    if (file.isEmpty()) {
      open(begun);
    }
  }

  @Override
  public void accept(ProcessedPiece piece) throws IOException, InterruptedException {
    group.add(piece);
    if (group.isFull()) {
      pack();
    }
  }

  private void pack() throws IOException, InterruptedException {
    if (group.isEmpty()) {
      return;
    }
    PieceGroup packing = group;
    group = new PieceGroup(plan.operators());
    groups.makeRoom(packing.bytes());
    groups.submit(
        packing.bytes(),
        output.orElseThrow().packing(packing.takeKept()),
        packed -> append(packed, packing));
  }

  private void append(RowSink.Packed packed, PieceGroup appended) throws IOException {
    packed.append();
    record(appended);
    sinceNote += appended.inputBytes();
    if (sinceNote >= memory.noteBytes()) {
      note();
    }
  }

  private void record(PieceGroup appended) throws IOException {
    for (ByteRows lines : appended.rejects()) {
      rejects.add(lines);
    }
    TraceCounts counts = traced;
    for (SideLines lines : appended.beside()) {
      counts = lines.addTo(trace, counts);
    }
    now(counts);
    ProcessCounts all = position.counts().plus(appended.counts());
    RowSink written = output.orElseThrow();
    position =
        new ProcessJournal.Position(
            position.row() + appended.counts().read(),
            written.rows(),
            written.bytes(),
            rejects.bytes(),
            trace.bytes(),
            counts,
            all);
  }

  /** Makes everything appended so far durable. */
  private void note() throws IOException {
    RowSink written = output.orElseThrow();
    written.sync();
    rejects.sync();
    trace.sync();
    journal.at(file.orElseThrow().file().name(), position);
    written.checkpoint();
    certainRow = position.row();
    sinceNote = 0;
    noted = true;
  }

  @Override
  public void ended(TextFile ended) throws IOException, InterruptedException {
    finish(ended, "");
  }

  @Override
  public void broken(TextFile broken, SourceFormatException problem)
      throws IOException, InterruptedException {
    if (file.isPresent()) {
      finish(broken, problem.reason());
      return;
    }
    rejects.cut(position.rejectBytes());
    trace.cut(position.traceBytes());
    done(
        new ProcessedFile(
            broken.name(), broken.bytes(), false, 0, problem.reason(), position.counts()));
  }

  private void finish(TextFile ended, String quarantined) throws IOException, InterruptedException {
    pack();
    groups.finish();
    if (noted && position.row() > certainRow) {
      note();
    }
    RowSink written = output.orElseThrow();
    written.complete();
    rejects.sync();
    trace.sync();
    done(
        new ProcessedFile(
            ended.name(),
            ended.bytes(),
            true,
            written.bytes(),
            quarantined,
            position.counts().checked(ended.name())));
    directory.publish(ended.name());
    output = Optional.empty();
    file = Optional.empty();
  }

  private void done(ProcessedFile processed) throws IOException {
    journal.done(processed, position);
    position = position.nextFile();
    certainRow = 0;
    sinceNote = 0;
    noted = false;
  }

  private void now(TraceCounts counts) {
    traced = counts;
    traceCounts.accept(counts);
  }

  /** Publishes the additional lines, if any. */
  void publish() throws IOException {
    rejects.publish();
    if (traced.limit() > 0) {
      trace.publish();
    } else {
      trace.discard();
    }
  }

  @Override
  public void close() throws IOException {
    try (rejects;
        trace) {
      if (output.isPresent()) {
        output.get().close();
      }
    }
  }

  /**
   * A group of pieces whose rows become one row group or one compressed part of lines. Where a
   * group ends depends only on its pieces. Not thread-safe.
   */
  static final class PieceGroup {
    /** Approximate size of a group's rows. */
    private static final int BYTES = 8 << 20;

    /** Maximum size of a group's diagnostics of rows that are not kept. */
    private static final int REPORTED_BYTES = 1 << 20;

    private static final int PIECES = 64;

    private final List<ByteRows> kept = new ArrayList<>();
    private final List<ByteRows> rejects = new ArrayList<>();
    private final List<SideLines> beside = new ArrayList<>();
    private ProcessCounts counts;
    private long bytes;
    private long reported;
    private long inputBytes;
    private int pieces;

    PieceGroup(int operators) {
      this.counts = ProcessCounts.none(operators);
    }

    void add(ProcessedPiece piece) {
      pieces++;
      counts = counts.plus(piece.counts());
      inputBytes += piece.inputBytes();
      bytes += piece.kept().length();
      reported += piece.rejects().length() + piece.beside().bytes();
      if (piece.kept().size() > 0) {
        kept.add(piece.kept());
      }
      if (piece.rejects().size() > 0) {
        rejects.add(piece.rejects());
      }
      if (piece.beside().bytes() > 0) {
        beside.add(piece.beside());
      }
    }

    /** Returns the number of bytes read for this group. */
    long inputBytes() {
      return inputBytes;
    }

    /** Returns the size of the kept rows. */
    long bytes() {
      return bytes;
    }

    boolean isEmpty() {
      return pieces == 0;
    }

    boolean isFull() {
      return bytes >= BYTES || reported >= REPORTED_BYTES || pieces == PIECES;
    }

    /** Returns the rows to be written, and removes them from the group. */
    List<ByteRows> takeKept() {
      List<ByteRows> taken = List.copyOf(kept);
      kept.clear();
      return taken;
    }

    List<ByteRows> rejects() {
      return rejects;
    }

    List<SideLines> beside() {
      return beside;
    }

    ProcessCounts counts() {
      return counts;
    }
  }
}
