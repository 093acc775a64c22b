package dev.sluice.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.app.report.ResultPage;
import dev.sluice.cli.option.DocumentOptions;
import dev.sluice.cli.option.DuplicateOptions;
import dev.sluice.cli.option.HtmlOption;
import dev.sluice.cli.option.PartOptions;
import dev.sluice.cli.option.PathConverters;
import dev.sluice.cli.option.RecipeOptions;
import dev.sluice.cli.option.TextJobOptions;
import dev.sluice.jobs.analyze.AnalyzeRequest;
import dev.sluice.jobs.dedup.NearDuplicateJob;
import dev.sluice.jobs.dedup.NearDuplicateRequest;
import dev.sluice.jobs.text.JobOutcome;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.StagedOutput.OutputForm;
import dev.sluice.settings.Problem;
import dev.sluice.settings.Problems;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dedup}: removes documents whose content a kept document contains. */
@Command(
    name = "dedup",
    description =
        "Remove near-duplicates. A near-duplicate is a document that a kept document "
            + "contains almost entirely. The output has the files and columns of the input "
            + "without the near-duplicates, and a list of removed and kept documents. -c FILE"
            + " specifies a recipe with a deduplicator. If interrupted, run the command again to"
            + " continue.")
final class DedupCommand extends FileJobCommand {

  @Mixin private DocumentOptions documents = new DocumentOptions();
  @Mixin private PartOptions parts = new PartOptions();
  @Mixin private DuplicateOptions duplicates = new DuplicateOptions();

  @Option(
      names = "--output",
      converter = PathConverters.ToOutput.class,
      paramLabel = "DIR",
      description = "A directory that holds only the result. Default: export_path of the recipe.")
  private Optional<Path> output = Optional.empty();

  @Option(
      names = "--score-column",
      paramLabel = "NAME",
      description = "Column for --keep highest-score. Default: ${DEFAULT-VALUE}.")
  private String scoreColumn = AnalyzeRequest.DEFAULT_SCORE;

  @Mixin private HtmlOption page = new HtmlOption();

  @Override
  public Integer call() throws Exception {
    NearDuplicateRequest request = request();
    Path written = workDir.written(request.output());
    JobOutcome outcome =
        runShown(
            shown -> {
              JobOutcome finished = run(request, shown);
              page.write(
                  () ->
                      ResultPage.of(
                          request.output(), "Report of a deduplication", finished.report()));
              return finished;
            },
            Stream.concat(Stream.of(written), request.temporary().stream()).toArray(Path[]::new));
    parts.sayEnd(request.output(), outcome.finishedBefore());
    print(outcome.report(), () -> text(outcome.report()));
    return parts.exitCode(TextJobOptions.listQuarantined(outcome.report(), sluice.err()));
  }

  private JobOutcome run(NearDuplicateRequest request, JobProgress progress)
      throws IOException, InterruptedException {
    return parts.run(
        workDir,
        () -> NearDuplicateJob.join(request, parts.version(), progress),
        part -> NearDuplicateJob.run(request, part, progress),
        () ->
            workDir.runWithTemporaryFiles(
                OutputForm.perInput(spec.name(), "_sluice/dedup.json"),
                request.output(),
                request.inputs(),
                progress,
                (directory, all) -> NearDuplicateJob.run(request.into(directory), all)));
  }

  private NearDuplicateRequest request() {
    List<Problem> warnings =
        sluice.options().recipe().map(file -> RecipeOptions.take(spec, file)).orElse(List.of());
    Problems problems = documents.problems(sluice.machine());
    problems.check(output.isPresent(), "--output", "is missing: specify a directory");
    problems.check(!scoreColumn.isBlank(), "--score-column", "the name is empty");
    duplicates.check(problems);
    parts.check(problems, output);
    parts.checkPage(problems, page);
    problems.throwIfAny();
    warnings.forEach(warning -> say("warning: " + warning));
    return new NearDuplicateRequest(
        documents.inputs(),
        output.orElseThrow(),
        output.flatMap(workDir::temporary),
        documents.columns(),
        duplicates.method(),
        duplicates.keep(),
        scoreColumn,
        duplicates.guard(),
        documents.threads(),
        documents.heapBytes());
  }

  private static String text(JsonNode report) {
    StringBuilder text = new StringBuilder();
    line(text, report, "rows_read", "rows read");
    line(text, report, "rows_kept", "rows kept");
    line(text, report, "duplicates_removed", "duplicates removed");
    line(text, report, "removed_as_copies", "of these copies");
    line(text, report, "removed_as_contained", "of these contained in kept documents");
    line(text, report, "rows_rejected", "rows rejected");
    line(text, report, "clusters", "kept documents with duplicates");
    line(text, report, "largest_cluster", "documents in the largest group of duplicates");
    line(text, report, "rows_changed", "rows changed");
    line(text, report, "units_read", "paragraphs or lines read");
    line(text, report, "units_removed", "paragraphs or lines removed");
    line(text, report, "most_repeated", "occurrences of the most frequent paragraph or line");
    return text.toString();
  }

  private static void line(StringBuilder text, JsonNode report, String key, String what) {
    if (report.has(key)) {
      text.append(String.format(Locale.ROOT, "%,14d  %s%n", report.path(key).asLong(), what));
    }
  }
}
