package dev.sluice.jobs.analyze;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.jobs.documents.UsableFiles;
import dev.sluice.jobs.text.FileShares;
import dev.sluice.jobs.text.FinishedPart;
import dev.sluice.jobs.text.JobOutcome;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JoinedParts;
import dev.sluice.jobs.text.PartDirectory;
import dev.sluice.jobs.text.PartTask;
import dev.sluice.jobs.text.PartTerms;
import dev.sluice.jobs.text.SeparateOutput;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextInputs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * {@link AnalyzeJob} in parts. Means and correlations are rounded and frequent values are bounded,
 * so the answer depends on the order in which they are merged. Therefore a part leaves the profile
 * of each file, and the join adds them in the order that one process does.
 */
public final class AnalyzeParts {
  private static final String NAME = "analyze";
  private static final String PROFILES = "profiles.zst";

  private AnalyzeParts() {}

  /**
   * Runs a part from its beginning.
   *
   * @param request with an output
   * @return with the analysis of the part, or of the whole input if parts have been joined
   * @throws dev.sluice.storage.text.TextInputs.TextInputException if there is nothing to read
   * @throws dev.sluice.jobs.text.JobRefusedException if the request cannot be met
   * @throws InterruptedException if this thread is interrupted
   */
  public static JobOutcome run(AnalyzeRequest request, PartTask task, JobProgress progress)
      throws IOException, InterruptedException {
    Path output = request.output().orElseThrow();
    TextInputs inputs = TextInputs.find(request.inputs());
    List<TextFile> files = inputs.files();
    SeparateOutput.require(output, request.inputs(), files);
    Map<String, Object> arguments = request.arguments(files);
    Optional<JsonNode> joined = new AnalysisOutput(output).finished(arguments);
    if (joined.isPresent()) {
      return new JobOutcome(joined.get(), true);
    }
    PartTerms terms = PartTerms.of(NAME, task, arguments);
    return PartDirectory.once(
        output,
        terms,
        task.part(),
        result -> new JobOutcome(PartResult.read(result).report(), true),
        () -> {
          UsableFiles.requireOne(files, request.documentColumns());
          List<TextFile> share = FileShares.of(files, task.part());
          AnalyzeJob job = new AnalyzeJob(request, new TextInputs(share, inputs.leftOut()));
          return part -> {
            try (ProfileFile.Writer profiles = new ProfileFile.Writer(part.file(PROFILES))) {
              job.measure(profiles::add, progress);
            }
            JsonNode report = Json.tree(job.tree(arguments));
            PartResult result = new PartResult(report, job.rules());
            part.end(share, Json.PLAIN.valueToTree(result), Set.of(PROFILES));
            return new JobOutcome(report, false);
          };
        });
  }

  /**
   * What the join needs to know of a part, beside the profiles.
   *
   * @param report on the part
   * @param rules that documents may be counted for
   */
  private record PartResult(JsonNode report, List<Measurements.DropRule> rules) {
    static PartResult read(JsonNode result) throws IOException {
      return Json.PLAIN.treeToValue(result, PartResult.class);
    }
  }

  /**
   * Joins the parts of an output, which is then as if one invocation had written it.
   *
   * @param asked what the parts were asked to do, if that is to be checked
   * @param version of the program
   * @throws dev.sluice.jobs.text.JobRefusedException if a part is missing, differs or is still
   *     running
   * @throws dev.sluice.jobs.text.JobFailedException if what a part has left is damaged
   */
  public static JobOutcome join(Path output, Optional<AnalyzeRequest> asked, String version)
      throws IOException, InterruptedException {
    AnalysisOutput analysis = new AnalysisOutput(output);
    if (asked.isPresent()) {
      List<TextFile> files = TextInputs.find(asked.get().inputs()).files();
      Map<String, Object> arguments = asked.get().arguments(files);
      if (analysis.finished(arguments).isEmpty()) {
        JoinedParts.requireSame(output, arguments);
      }
    }
    return JoinedParts.once(
        output,
        NAME,
        version,
        () -> analysis.written().map(report -> new JobOutcome(report, true)),
        parts -> AnalyzeJob.write(tree(parts), Optional.of(analysis)));
  }

  private static Map<String, Object> tree(JoinedParts parts) throws IOException {
    Profile profile = new Profile();
    List<String> quarantined = new ArrayList<>();
    for (FinishedPart part : parts.parts()) {
      add(profile, part, parts.file(part, PROFILES));
      JsonNode report = PartResult.read(part.result()).report();
      report.path("quarantined").forEach(file -> quarantined.add(file.asText()));
    }
    PartResult first = PartResult.read(parts.parts().get(0).result());
    return new AnalysisReport(profile)
        .tree(
            map(parts.terms().arguments()),
            first.rules(),
            quarantined,
            map(first.report().path("left_out")));
  }

  private static void add(Profile profile, FinishedPart part, Path profiles) {
    try {
      ProfileFile.addTo(profile, profiles, part.files().size());
    } catch (IOException e) {
      throw part.unreadable(profiles, e);
    }
  }

  private static Map<?, ?> map(JsonNode json) {
    return Json.PLAIN.convertValue(json, Map.class);
  }
}
