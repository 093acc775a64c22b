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

/** The first reading: signs all documents, with a checkpoint now and then. Used by one thread. */
final class SigningPass implements DocumentResults<SignedPiece> {
  private final SpillFile.Writer writer;
  private final ProcessMemory memory;
  private final Checkpoints checkpoints;
  private final List<Map<String, String>> quarantined = new ArrayList<>();
  private ReadPosition read;
  private long sinceCheckpoint;

  /** Receives checkpoints. */
  @FunctionalInterface
  interface Checkpoints {
    void note(ReadPosition read, SpillFile signed) throws IOException;
  }

  /**
   * @param read where an earlier invocation has ended
   */
  SigningPass(
      SpillFile.Writer writer, ReadPosition read, ProcessMemory memory, Checkpoints checkpoints) {
    this.writer = writer;
    this.read = read;
    this.memory = memory;
    this.checkpoints = checkpoints;
  }

  /** Reads the rest of the files. */
  ReadPosition run(NearDuplicateRequest request, List<TextFile> files, JobProgress progress)
      throws IOException, InterruptedException {
    DocumentWork<SignedPiece> work = DocumentWork.of(new PieceSigner(request));
    try (WorkerPool workers = new WorkerPool("dedup", memory.threads())) {
      new DocumentPipeline<>(
              request.documentColumns(),
              workers,
              work,
              this,
              position -> progress.reached(position.in(JobPhase.READING)))
          .run(files.subList(read.ended().size(), files.size()), read.current().rows());
    }
    return read;
  }

  /** The files that could not be read to their ends, for a report. */
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
  public void accept(SignedPiece piece) throws IOException {
    if (piece.documents() > 0) {
      writer.append(piece.block(), piece.block().length);
    }
    read = read.plus(piece);
    sinceCheckpoint += piece.textBytes();
    if (sinceCheckpoint >= memory.noteBytes()) {
      checkpoints.note(read, writer.written());
      sinceCheckpoint = 0;
    }
  }

  @Override
  public void ended(TextFile file) {
    read = read.nextFile();
  }

  /** Rows before the damage count; the last pass quarantines the file. */
  @Override
  public void broken(TextFile file, SourceFormatException problem) {
    quarantined.add(Map.of("file", file.name(), "reason", problem.reason()));
    read = read.nextFile();
  }
}
