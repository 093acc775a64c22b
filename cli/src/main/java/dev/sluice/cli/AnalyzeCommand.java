package dev.sluice.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.app.recipe.Recipe;
import dev.sluice.app.report.ResultPage;
import dev.sluice.cli.option.HtmlOption;
import dev.sluice.cli.option.PathConverters;
import dev.sluice.cli.option.TextJobOptions;
import dev.sluice.core.values.Suggestion;
import dev.sluice.jobs.analyze.AnalyzeJob;
import dev.sluice.jobs.analyze.AnalyzeRequest;
import dev.sluice.jobs.text.JobOutcome;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.ReportMarkdown;
import dev.sluice.jobs.text.StagedOutput.OutputForm;
import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.OperatorChain;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.Statistic;
import dev.sluice.settings.Problems;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code analyze}: computes distributions of the values that filters measure. */
@Command(
    name = "analyze",
    description =
        "Measure all documents. Reports quantiles, histograms, and what each filter of a recipe (-c"
            + " FILE) would drop.")
final class AnalyzeCommand extends RecipeCommand {
  @Option(
      names = "--output",
      converter = PathConverters.ToOutput.class,
      paramLabel = "DIR",
      description = "Directory for analysis.json and analysis.md. Default: none.")
  private Optional<Path> output = Optional.empty();

  @Option(
      names = "--statistics",
      paramLabel = "NAME",
      split = ",",
      description =
          "Statistics to compute. Default: the statistics of the recipe, or all if it has none.")
  private List<String> statistics = new ArrayList<>();

  @Option(
      names = "--score-column",
      paramLabel = "NAME",
      description =
          "Column of scores to correlate with all measurements. Default:" + " ${DEFAULT-VALUE}.")
  private String scoreColumn = AnalyzeRequest.DEFAULT_SCORE;

  @Mixin private HtmlOption page = new HtmlOption();

  @Override
  public Integer call() throws Exception {
    Optional<AnalyzeRequest> request =
        isJoinAlone(output) ? Optional.empty() : Optional.of(request());
    JobOutcome outcome =
        runShown(
            shown -> {
              JobOutcome finished = run(request, shown);
              page.write(
                  () -> ResultPage.of("Analysis", "Report of an analysis", finished.report()));
              return finished;
            },
            output.map(workDir::written).stream().toArray(Path[]::new));
    output.ifPresent(target -> parts.sayEnd(target, outcome.finishedBefore()));
    JsonNode report = outcome.report();
    print(report, () -> shown(outcome));
    List<String> quarantined = new ArrayList<>();
    report.path("quarantined").forEach(file -> quarantined.add(file.asText()));
    PrintWriter err = sluice.err();
    int exitCode = TextJobOptions.listQuarantined(quarantined, err);
    long rows = report.path("rows").asLong();
    boolean nothingLeft = rows > 0 && report.path("documents").asLong() == 0;
    return parts.exitCode(
        nothingLeft
            ? TextJobOptions.nothingLeft(rows, TextJobOptions.reasons(report), err)
            : exitCode);
  }

  /**
   * Returns the analysis as text, unless a file was requested for it. The analysis of a part is not
   * written to a file.
   */
  private String shown(JobOutcome outcome) {
    List<String> files = new ArrayList<>();
    output
        .map(directory -> directory.resolve("analysis.md"))
        .filter(Files::exists)
        .ifPresent(file -> files.add(file.toString()));
    page.file().ifPresent(file -> files.add(file.toString()));
    return files.isEmpty()
        ? ReportMarkdown.of(AnalyzeJob.TITLE, outcome.report())
        : "%s%nThe analysis is in %s.%n"
            .formatted(
                ReportMarkdown.head(AnalyzeJob.TITLE, outcome.report()),
                String.join(" and ", files));
  }

  private JobOutcome run(Optional<AnalyzeRequest> request, JobProgress progress)
      throws IOException, InterruptedException {
    return parts.run(
        workDir,
        () -> AnalyzeJob.join(output.orElseThrow(), request, parts.version()),
        part -> AnalyzeJob.run(request.orElseThrow(), part, progress),
        () -> analyze(request.orElseThrow(), progress));
  }

  private JobOutcome analyze(AnalyzeRequest request, JobProgress progress)
      throws IOException, InterruptedException {
    if (output.isEmpty()) {
      workDir.requireNone();
      return AnalyzeJob.run(request, progress);
    }
    return workDir.run(
        OutputForm.small(spec.name(), "analysis.json"),
        output.get(),
        request.inputs(),
        progress,
        (directory, all) -> AnalyzeJob.run(request.into(directory), all));
  }

  private AnalyzeRequest request() {
    Problems problems = new Problems();
    Recipe recipe = recipe(problems);
    boolean read = problems.isEmpty();
    List<String> inputs = inputs(recipe);
    documents.check(problems, sluice.machine());
    problems.check(
        !read || !inputs.isEmpty(), "--input", "is missing: specify directories, files or globs");
    parts.check(problems, output);
    List<BoundOperator> measuring = measuring(recipe.chain(), problems);
    problems.throwIfAny();
    recipe.warnings().forEach(warning -> say("warning: " + warning));
    if (!recipe.scorers().isEmpty()) {
      say("warning: scorers: has no effect in analyze; process writes scores");
    }
    return new AnalyzeRequest(
        inputs,
        output,
        documents.columns(recipe.textColumn()),
        scoreColumn,
        recipe.chain(),
        measuring,
        documents.threads(),
        documents.heapBytes());
  }

  /** Returns the requested statistics, or those of the recipe, or all. */
  private List<BoundOperator> measuring(OperatorChain chain, Problems problems) {
    List<BoundOperator> own =
        chain.operators().stream()
            .filter(operator -> operator.operator() instanceof Statistic)
            .toList();
    if (statistics.isEmpty() && !own.isEmpty()) {
      return own;
    }
    List<String> all = allStatistics();
    List<BoundOperator> measuring = new ArrayList<>();
    for (String name : statistics.isEmpty() ? all : statistics) {
      if (all.contains(name)) {
        sluice
            .options()
            .operators()
            .bind(name, Map.of(), "--statistics", problems::add)
            .ifPresent(measuring::add);
      } else {
        problems.add("--statistics", unknown(name, all));
      }
    }
    return measuring;
  }

  private List<String> allStatistics() {
    return sluice.options().operators().all().stream()
        .filter(description -> description.group() == OperatorGroup.STATISTIC)
        .map(OperatorDescription::name)
        .toList();
  }

  private static String unknown(String name, List<String> all) {
    return Suggestion.nearest(name, all)
        .map(nearest -> "%s is not a statistic; did you mean %s?".formatted(name, nearest))
        .orElseGet(
            () ->
                "%s is not a statistic; choose one of %s".formatted(name, String.join(", ", all)));
  }
}
