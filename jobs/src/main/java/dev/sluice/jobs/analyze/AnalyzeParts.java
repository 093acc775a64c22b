package dev.sluice.jobs.analyze;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.jobs.documents.UsableFiles;
import dev.sluice.jobs.text.FileShares;
import dev.sluice.jobs.text.FinishedPart;
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
  private static final String REPORT = "report";
  private static final String RULES = "rules";

  private AnalyzeParts() {}

  /**
   * Runs a part from its beginning.
   *
   * @param request with an output
   * @return with the analysis of the part, or of the whole input if parts have been joined
   * @throws dev.sluice.storage.text.TextInputException if there is nothing to read
   * @throws dev.sluice.jobs.text.JobRefusedException if the request cannot be met
   * @throws InterruptedException if this thread is interrupted
   */
  public static AnalyzeJob.Outcome run(AnalyzeRequest request, PartTask task, JobProgress progress)
      throws IOException, InterruptedException {
    Path output = request.output().orElseThrow();
    TextInputs inputs = TextInputs.find(request.inputs());
    List<TextFile> files = inputs.files();
    SeparateOutput.require(output, request.inputs(), files);
    AnalysisOutput analysis = new AnalysisOutput(request, files);
    Optional<JsonNode> joined = analysis.finished();
    if (joined.isPresent()) {
      return outcome(joined.get(), true);
    }
    PartTerms terms = PartTerms.of(NAME, task, analysis.arguments());
    return PartDirectory.once(
        output,
        terms,
        task.part(),
        result -> outcome(result.path(REPORT), true),
        () -> {
          UsableFiles.requireOne(files, request.documentColumns());
          List<TextFile> share = FileShares.of(files, task.part());
          AnalyzeJob job = new AnalyzeJob(request, new TextInputs(share, inputs.leftOut()));
          return part -> {
            try (ProfileFile.Writer profiles = new ProfileFile.Writer(part.file(PROFILES))) {
              job.measure(profiles::add, progress);
            }
            JsonNode result = result(job, analysis.arguments());
            part.end(share, result, Set.of(PROFILES));
            return outcome(result.path(REPORT), false);
          };
        });
  }

  private static JsonNode result(AnalyzeJob job, Map<String, Object> arguments) throws IOException {
    ObjectNode result = Json.PLAIN.createObjectNode();
    result.set(REPORT, Json.tree(job.tree(arguments)));
    result.set(RULES, Json.PLAIN.valueToTree(job.rules()));
    return result;
  }

  private static AnalyzeJob.Outcome outcome(JsonNode report, boolean before) {
    return new AnalyzeJob.Outcome(report, AnalysisText.of(report), before);
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
  public static AnalyzeJob.Outcome join(Path output, Optional<AnalyzeRequest> asked, String version)
      throws IOException, InterruptedException {
    if (asked.isPresent()) {
      List<TextFile> files = TextInputs.find(asked.get().inputs()).files();
      AnalysisOutput analysis = new AnalysisOutput(asked.get(), files);
      if (analysis.finished().isEmpty()) {
        JoinedParts.requireSame(output, analysis.arguments());
      }
    }
    return JoinedParts.once(
        output,
        NAME,
        version,
        () -> AnalysisOutput.written(output).map(report -> outcome(report, true)),
        parts -> AnalyzeJob.write(tree(parts), Optional.of(output)));
  }

  private static Map<String, Object> tree(JoinedParts parts) throws IOException {
    Profile profile = new Profile();
    List<String> quarantined = new ArrayList<>();
    for (FinishedPart part : parts.parts()) {
      add(profile, part, parts.file(part, PROFILES));
      JsonNode report = part.result().path(REPORT);
      report.path("quarantined").forEach(file -> quarantined.add(file.asText()));
    }
    JsonNode first = parts.parts().get(0).result();
    List<Measurements.DropRule> rules = new ArrayList<>();
    for (JsonNode rule : first.path(RULES)) {
      rules.add(Json.PLAIN.treeToValue(rule, Measurements.DropRule.class));
    }
    return new AnalysisReport(profile)
        .tree(
            map(parts.terms().arguments()),
            rules,
            quarantined,
            map(first.path(REPORT).path("left_out")));
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
