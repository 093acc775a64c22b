package dev.sluice.jobs.dedup;

import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.documents.DocumentFile;
import dev.sluice.jobs.documents.DocumentPipeline;
import dev.sluice.jobs.documents.DocumentPipeline.DocumentResults;
import dev.sluice.jobs.documents.DocumentPipeline.DocumentWork;
import dev.sluice.jobs.documents.ParquetDocuments;
import dev.sluice.jobs.process.ProcessMemory;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The first pass. It signs all documents, and records a checkpoint from time to time. Used by one
 * thread.
 */
final class SigningPass implements DocumentResults<SignedPiece> {
  /** Between checkpoints, at most this part of what has been read is read, or little. */
  private static final int CHECKPOINT_PART = 25;

  private final ProcessMemory memory;
  private final SignedPiece.Receiver into;
  private final Checkpoint checkpoint;
  private final List<Map<String, String>> quarantined = new ArrayList<>();
  private ReadPosition read;
  private long textBytes;
  private long notedBytes;

  /** Receives checkpoints. */
  @FunctionalInterface
  interface Checkpoint {
    /** Called when all documents up to a position have been received. */
    void note(ReadPosition read) throws IOException, InterruptedException;
  }

  /**
   * @param read where an earlier invocation has ended
   */
  SigningPass(
      ReadPosition read, ProcessMemory memory, SignedPiece.Receiver into, Checkpoint checkpoint) {
    this.read = read;
    this.memory = memory;
    this.into = into;
    this.checkpoint = checkpoint;
    this.textBytes = read.textBytes();
    this.notedBytes = textBytes;
  }

  /**
   * Reads the rest of some files.
   *
   * @param signer of all files
   */
  ReadPosition run(
      PieceSigner signer, List<TextFile> files, WorkerPool workers, JobProgress progress)
      throws IOException, InterruptedException {
    new DocumentPipeline<>(
            signer.columns(),
            workers,
            DocumentWork.of(signer),
            this,
            position -> progress.reached(position.in(JobPhase.READING)))
        .run(files.subList(read.ended().size(), files.size()), read.current().rows());
    return read;
  }

  /** Returns the files that could not be read to their ends, for a report. */
  List<Map<String, String>> quarantined() {
    return quarantined;
  }

  @Override
  public void begun(DocumentFile file) throws IOException {
    if (file instanceof ParquetDocuments parquet) {
      memory.check(parquet.table());
    }
  }

  @Override
  public void accept(SignedPiece piece) throws IOException, InterruptedException {
    piece.forEach(into);
    read = read.plus(piece);
    textBytes += piece.textBytes();
    if (textBytes - notedBytes >= Math.max(memory.noteBytes(), textBytes / CHECKPOINT_PART)) {
      checkpoint.note(read);
      notedBytes = textBytes;
    }
  }

  @Override
  public void ended(TextFile file) {
    read = read.nextFile();
  }

  /**
   * Ends a damaged file. The rows before the damage count, and the second pass quarantines the
   * file.
   */
  @Override
  public void broken(TextFile file, SourceFormatException problem) {
    quarantined.add(Map.of("file", file.name(), "reason", problem.reason()));
    read = read.nextFile();
  }
}
