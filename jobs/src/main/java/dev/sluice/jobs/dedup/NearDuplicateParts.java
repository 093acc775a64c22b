package dev.sluice.jobs.dedup;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.dedup.ReadPosition.FileRows;
import dev.sluice.jobs.process.FileRewriter;
import dev.sluice.jobs.process.FileRewriter.RewritePlan;
import dev.sluice.jobs.process.ProcessMemory;
import dev.sluice.jobs.process.RewriteInputs;
import dev.sluice.jobs.text.JobPart;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JoinedParts;
import dev.sluice.jobs.text.PartDirectory;
import dev.sluice.jobs.text.PartTerms;
import dev.sluice.jobs.text.PartTerms.PartTask;
import dev.sluice.jobs.text.SpillWriter;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Runs {@link NearDuplicateJob} in parts. A part signs the documents of its files; the join does
 * the rest, with their signatures in place of the first reading.
 */
public final class NearDuplicateParts {
  private NearDuplicateParts() {}

  /**
   * Runs a part from its beginning.
   *
   * @return with what the part has read, or with the report of the whole job if its parts have been
   *     joined
   * @throws dev.sluice.jobs.text.JobRefusedException if the request is not possible
   * @throws InterruptedException if this thread is interrupted
   */
  public static NearDuplicateJob.Outcome run(
      NearDuplicateRequest request, PartTask task, JobProgress progress)
      throws IOException, InterruptedException {
    RewriteInputs inputs = RewriteInputs.find(request.inputs(), request.output());
    List<TextFile> files = inputs.files();
    RewritePlan plan = NearDuplicateJob.plan(request, inputs);
    Optional<JsonNode> joined = FileRewriter.finished(plan);
    if (joined.isPresent()) {
      return new NearDuplicateJob.Outcome(joined.get(), true);
    }
    PartTerms terms = PartTerms.of(plan.name(), task, plan.arguments());
    return PartDirectory.once(
        request.output(),
        terms,
        task.part(),
        result -> new NearDuplicateJob.Outcome(result, true),
        () -> {
          inputs.check(plan.columns());
          List<TextFile> share = task.part().share(files);
          ProcessMemory memory = NearDuplicateJob.memory(request);
          return part ->
              new NearDuplicateJob.Outcome(
                  sign(request, files, share, memory, part, progress), false);
        });
  }

  private static JsonNode sign(
      NearDuplicateRequest request,
      List<TextFile> files,
      List<TextFile> share,
      ProcessMemory memory,
      PartDirectory part,
      JobProgress progress)
      throws IOException, InterruptedException {
    Path signed = part.file(SignedParts.SIGNED);
    try (WorkerPool workers = new WorkerPool("dedup", memory.threads());
        SpillWriter writer = new SpillWriter(signed, 0, 0, RecordSort.CHUNK_BYTES)) {
      SigningPass pass = new SigningPass(ReadPosition.BEGIN, memory, writer::add, position -> {});
      ReadPosition read = pass.run(new PieceSigner(request, files), share, workers, progress);
      writer.flush();
      TemporaryFile.write(part.file(SignedParts.READING), Json.write(read));
      JsonNode result = Json.tree(result(read, pass.quarantined()));
      part.end(share, result, Set.of(SignedParts.SIGNED, SignedParts.READING));
      return result;
    }
  }

  private static Map<String, Object> result(
      ReadPosition read, List<Map<String, String>> quarantined) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("files", read.ended().size());
    result.put("rows_read", read.ended().stream().mapToLong(FileRows::rows).sum());
    result.put("text_bytes_read", read.ended().stream().mapToLong(FileRows::textBytes).sum());
    result.put("quarantined", quarantined);
    return result;
  }

  /**
   * Joins the parts of an output. The output is then as if one invocation had written it.
   *
   * @param request what the parts were asked to do
   * @param version of the program
   * @throws dev.sluice.jobs.text.JobRefusedException if a part is missing, differs or is still
   *     running
   * @throws IOException if reading or writing fails; the same call resumes
   * @throws InterruptedException if this thread is interrupted; the same call resumes
   */
  public static NearDuplicateJob.Outcome join(
      NearDuplicateRequest request, String version, JobProgress progress)
      throws IOException, InterruptedException {
    return join(request, version, progress, Long.MAX_VALUE);
  }

  /** Joins the parts, with a checkpoint at least every {@code noteBytes}. */
  static NearDuplicateJob.Outcome join(
      NearDuplicateRequest request, String version, JobProgress progress, long noteBytes)
      throws IOException, InterruptedException {
    Path output = request.output();
    RewriteInputs inputs = RewriteInputs.find(request.inputs(), output);
    RewritePlan plan = NearDuplicateJob.plan(request, inputs);
    return JoinedParts.once(
        output,
        plan.name(),
        version,
        Optional.empty(),
        () -> FileRewriter.finished(plan).map(report -> new NearDuplicateJob.Outcome(report, true)),
        parts -> {
          PartTerms terms = parts.terms();
          PartTask task = new PartTask(new JobPart(1, terms.parts()), version, terms.command());
          terms.requireSame(PartTerms.of(plan.name(), task, plan.arguments()), output);
          return NearDuplicateJob.join(request, inputs, parts, progress, noteBytes);
        });
  }
}
