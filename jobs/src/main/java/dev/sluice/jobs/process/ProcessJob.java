package dev.sluice.jobs.process;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.jobs.documents.DocumentWork;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.ReadProgress;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Applies operators to the documents of files: the input's files under the same names, with all
 * columns, rows in their order, without the dropped ones. The bytes of the output depend on
 * operators and input alone.
 */
public final class ProcessJob {
  private static final String NAME = "process";
  private static final String TRACE = "trace.jsonl";

  private ProcessJob() {}

  /**
   * What came of it.
   *
   * @param report as it is in the output
   * @param finishedBefore whether an earlier call had done everything
   */
  public record Outcome(JsonNode report, boolean finishedBefore) {}

  /**
   * Does the work, or what an earlier call has left of it.
   *
   * @throws JobRefusedException when it cannot be begun as it was asked for
   * @throws IOException when reading or writing fails; the same call continues
   * @throws InterruptedException when this thread is interrupted; the same call continues
   */
  public static Outcome run(ProcessRequest request, ReadProgress progress)
      throws IOException, InterruptedException {
    return run(request, progress, Long.MAX_VALUE);
  }

  /** The same, noting how far it is at least after so many bytes. */
  static Outcome run(ProcessRequest request, ReadProgress progress, long noteBytes)
      throws IOException, InterruptedException {
    RewriteInputs inputs = RewriteInputs.find(request.inputs(), request.output());
    ProcessMemory memory =
        ProcessMemory.of(request.heapBytes(), request.threads(), request.columns())
            .noting(noteBytes);
    RewritePlan plan = plan(request, inputs);
    Optional<JsonNode> finished = FileRewriter.finished(plan);
    if (finished.isPresent()) {
      return new Outcome(finished.get(), true);
    }
    inputs.check(plan.columns());
    try (FileRewriter rewriting = FileRewriter.open(plan, memory)) {
      PieceWork work =
          new PieceWork(
              request.chain(),
              request.columns(),
              new DocumentRoom(memory.documentBytes()),
              rewriting::traced);
      List<ProcessedFile> files = rewriting.run(inputs.files(), DocumentWork.of(work), progress);
      return new Outcome(
          rewriting.end(new ProcessReport(request).of(plan.arguments(), files, inputs.leftOut())),
          false);
    }
  }

  private static RewritePlan plan(ProcessRequest request, RewriteInputs inputs) {
    return new RewritePlan(
        NAME,
        TRACE,
        request.output(),
        request.arguments(inputs.files()),
        request.columns().of(request.chain()),
        request.chain().operators().size(),
        request.trace(),
        request.level());
  }
}
