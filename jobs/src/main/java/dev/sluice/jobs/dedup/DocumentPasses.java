package dev.sluice.jobs.dedup;

import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.dedup.method.TrueSimilarity;
import dev.sluice.jobs.dedup.spill.DamagedSpillException;
import dev.sluice.jobs.dedup.stage.DocumentSpill;
import dev.sluice.jobs.dedup.stage.SetSpill;
import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.documents.DocumentPipeline;
import dev.sluice.jobs.documents.DocumentPipeline.DocumentResults;
import dev.sluice.jobs.documents.DocumentPipeline.DocumentWork;
import dev.sluice.jobs.process.ProcessMemory;
import dev.sluice.jobs.text.JobFailedException;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The passes over the documents before anything is written. Used by one thread. */
final class DocumentPasses {
  private final NearDuplicateRequest request;
  private final List<TextFile> files;
  private final DocumentColumns columns;
  private final ProcessMemory memory;
  private final JobProgress progress;

  DocumentPasses(
      NearDuplicateRequest request,
      List<TextFile> files,
      DocumentColumns columns,
      ProcessMemory memory,
      JobProgress progress) {
    this.request = request;
    this.files = files;
    this.columns = columns;
    this.memory = memory;
    this.progress = progress;
  }

  /**
   * The first pass: signs the documents, from the position of an earlier invocation.
   *
   * @throws DamagedSpillException if the spill of that invocation is damaged
   */
  void first(DedupStages stages) throws IOException, InterruptedException {
    try (DocumentSpill spill = stages.spill()) {
      SignaturePass reading = new SignaturePass(spill, memory);
      PieceSigner signing = new PieceSigner(request.method(), request.score());
      read(JobPhase.READING, DocumentWork.of(signing), reading, reading.read());
      reading.finish();
    }
  }

  /** Signs the documents and passes the pieces on. */
  void sign(DocumentResults<SignedPiece> results) throws IOException, InterruptedException {
    PieceSigner signing = new PieceSigner(request.method(), request.score());
    read(JobPhase.READING, DocumentWork.of(signing), results, ReadPosition.of(Map.of()));
  }

  /**
   * Another pass: collects the shingle sets of candidates, from the position of an earlier
   * invocation.
   *
   * @param rows of each file, as in the first pass
   */
  void gather(SetSpill spill, List<Long> rows) throws IOException, InterruptedException {
    SetPass reading = new SetPass(spill, memory.noteBytes());
    TrueSimilarity rule = request.method().exactly().orElseThrow();
    RowNumbers numbers = new RowNumbers(files, rows);
    read(
        JobPhase.GATHERING, new ShingleSetExtractor(numbers, spill, rule), reading, reading.read());
    reading.finish();
    for (int i = 0; i < files.size(); i++) {
      checkUnchanged(files.get(i).name(), rows.get(i), reading.read().ended().get(i));
    }
  }

  private <R> void read(
      JobPhase phase, DocumentWork<R> work, DocumentResults<R> results, ReadPosition before)
      throws IOException, InterruptedException {
    try (WorkerPool workers = new WorkerPool("dedup", memory.threads())) {
      new DocumentPipeline<>(
              columns, workers, work, results, position -> progress.reached(position.in(phase)))
          .run(files.subList(before.ended().size(), files.size()), before.row());
    }
  }

  /** Requires a file to have as many rows as in the first pass. */
  static void checkUnchanged(String file, long before, long now) {
    if (now != before) {
      throw new JobFailedException(
          "%s had %,d rows when it was read first, and %,d when it was read again: delete the output and begin anew, with files that nobody changes"
              .formatted(file, before, now));
    }
  }
}
