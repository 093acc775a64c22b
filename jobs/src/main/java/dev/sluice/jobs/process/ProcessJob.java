package dev.sluice.jobs.process;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.jobs.documents.DocumentScorers;
import dev.sluice.jobs.documents.DocumentWork;
import dev.sluice.jobs.text.JobOutcome;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Applies operators to the documents of files. Writes the same files with all columns and without
 * the dropped rows, in order. The output depends on operators and input alone.
 */
public final class ProcessJob {
  static final String NAME = "process";
  static final String TRACE = "trace.jsonl";

  private ProcessJob() {}

  /**
   * Runs the job or resumes an earlier invocation.
   *
   * @throws JobRefusedException if the request is not possible
   * @throws IOException if reading or writing fails; the same call resumes
   * @throws InterruptedException if this thread is interrupted; the same call resumes
   */
  public static JobOutcome run(ProcessRequest request, JobProgress progress)
      throws IOException, InterruptedException {
    return run(request, progress, Long.MAX_VALUE);
  }

  /** The same with a checkpoint at least after this many bytes. */
  static JobOutcome run(ProcessRequest request, JobProgress progress, long noteBytes)
      throws IOException, InterruptedException {
    RewriteInputs inputs = RewriteInputs.find(request.inputs(), request.output());
    ProcessMemory memory =
        ProcessMemory.of(request.heapBytes(), request.threads(), request.columns())
            .noting(noteBytes);
    RewritePlan plan = plan(request, inputs);
    Optional<JsonNode> finished = FileRewriter.finished(plan);
    if (finished.isPresent()) {
      return new JobOutcome(finished.get(), true);
    }
    inputs.check(plan.columns());
    DocumentScorers scorers = DocumentScorers.open(request.scorers());
    try (FileRewriter rewriting = FileRewriter.open(plan, memory)) {
      List<ProcessedFile> files =
          rewriting.run(inputs.files(), work(request, scorers, memory, rewriting), progress);
      ProcessReport report =
          new ProcessReport(ProcessReport.ReportHead.of(request, inputs.leftOut()));
      return new JobOutcome(rewriting.end(report.of(plan.arguments(), files)), false);
    }
  }

  static DocumentWork<ProcessedPiece> work(
      ProcessRequest request,
      DocumentScorers scorers,
      ProcessMemory memory,
      FileRewriter rewriting) {
    return DocumentWork.of(
        new PieceWork(
            request.chain(),
            scorers,
            request.columns(),
            new DocumentRoom(memory.documentBytes()),
            rewriting::traced));
  }

  static RewritePlan plan(ProcessRequest request, RewriteInputs inputs) throws IOException {
    return new RewritePlan(
        NAME,
        TRACE,
        request.output(),
        request.arguments(inputs.marked()),
        request.allColumns(),
        request.chain().operators().size(),
        request.trace(),
        request.level());
  }
}
