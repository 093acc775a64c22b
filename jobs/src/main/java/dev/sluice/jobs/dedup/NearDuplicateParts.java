package dev.sluice.jobs.dedup;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.jobs.documents.DocumentFile;
import dev.sluice.jobs.documents.DocumentPipeline.DocumentResults;
import dev.sluice.jobs.process.FileRewriter;
import dev.sluice.jobs.process.FileRewriter.RewritePlan;
import dev.sluice.jobs.process.RewriteInputs;
import dev.sluice.jobs.text.JobPart;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JoinedParts;
import dev.sluice.jobs.text.PartDirectory;
import dev.sluice.jobs.text.PartTerms;
import dev.sluice.jobs.text.PartTerms.PartTask;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * {@link NearDuplicateJob} in parts. A part signs the documents of its files; the join does the
 * rest, with their signatures in place of the first reading.
 */
public final class NearDuplicateParts {
  /** What a part leaves for the join. */
  static final String SIGNED = "signed.zst";

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
          DocumentPasses passes =
              new DocumentPasses(
                  request, share, plan.columns(), NearDuplicateJob.memory(request), progress);
          return part -> new NearDuplicateJob.Outcome(sign(passes, share, part), false);
        });
  }

  private static JsonNode sign(DocumentPasses passes, List<TextFile> share, PartDirectory part)
      throws IOException, InterruptedException {
    JsonNode result;
    try (SignedFile.Writer writer = new SignedFile.Writer(part.file(SIGNED))) {
      Signing signing = new Signing(writer);
      passes.sign(signing);
      writer.finish();
      result = Json.tree(signing.result(share.size()));
    }
    part.end(share, result, Set.of(SIGNED));
    return result;
  }

  /**
   * Joins the parts of an output, which is then as if one invocation had written it.
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

  /** Writes signed pieces, and counts them. */
  private static final class Signing implements DocumentResults<SignedPiece> {
    private final List<Map<String, String>> quarantined = new ArrayList<>();
    private final SignedFile.Writer writer;
    private long rows;
    private long textBytes;

    Signing(SignedFile.Writer writer) {
      this.writer = writer;
    }

    @Override
    public void begun(DocumentFile file) {}

    @Override
    public void accept(SignedPiece piece) throws IOException {
      writer.add(piece);
      rows += piece.rows();
      textBytes += piece.textBytes();
    }

    @Override
    public void ended(TextFile file) throws IOException {
      writer.endFile();
    }

    /** Rows before the damage count, as in one process. */
    @Override
    public void broken(TextFile file, SourceFormatException problem) throws IOException {
      quarantined.add(Map.of("file", file.name(), "reason", problem.reason()));
      writer.endFile();
    }

    Map<String, Object> result(int files) {
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("files", files);
      result.put("rows_read", rows);
      result.put("text_bytes_read", textBytes);
      result.put("quarantined", quarantined);
      return result;
    }
  }
}
