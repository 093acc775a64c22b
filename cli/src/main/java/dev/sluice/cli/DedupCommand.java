package dev.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.app.progress.PhaseProgress;
import dev.sluice.app.report.ResultPage;
import dev.sluice.cli.option.CompressionOption;
import dev.sluice.cli.option.DocumentOptions;
import dev.sluice.cli.option.DuplicateOptions;
import dev.sluice.cli.option.HtmlOption;
import dev.sluice.cli.option.PageOption;
import dev.sluice.cli.option.PartOptions;
import dev.sluice.cli.option.PathConverters;
import dev.sluice.cli.option.RecipeOptions;
import dev.sluice.cli.option.TextJobOptions;
import dev.sluice.cli.option.WorkDirOption;
import dev.sluice.jobs.analyze.AnalyzeRequest;
import dev.sluice.jobs.dedup.NearDuplicateJob;
import dev.sluice.jobs.dedup.NearDuplicateParts;
import dev.sluice.jobs.dedup.NearDuplicateRequest;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.OutputForm;
import dev.sluice.jobs.text.PartTask;
import dev.sluice.settings.Problem;
import dev.sluice.settings.Problems;
import dev.sluice.storage.output.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code dedup}: near-duplicates of all files, of which one is kept. */
@Command(
    name = "dedup",
    description =
        "Keep one document of each cluster of near-duplicates. Writes the same files and columns"
            + " without the others. -c FILE names a recipe with a deduplicator. If interrupted, run"
            + " the same command to continue.")
final class DedupCommand implements Callable<Integer> {
  private static final String NAME = "dedup";

  @ParentCommand private Sluice sluice;
  @Spec private CommandSpec spec;
  @Mixin private PageOption live = new PageOption();
  @Mixin private WorkDirOption workDir = new WorkDirOption();
  @Mixin private DocumentOptions documents = new DocumentOptions();
  @Mixin private CompressionOption compression = new CompressionOption();
  @Mixin private PartOptions parts = new PartOptions();
  @Mixin private DuplicateOptions duplicates = new DuplicateOptions();

  @Option(
      names = "--output",
      converter = PathConverters.ToOutput.class,
      paramLabel = "DIR",
      description = "A directory for the result alone. Default: export_path of the recipe.")
  private Optional<Path> output = Optional.empty();

  @Option(
      names = "--temp-dir",
      paramLabel = "DIR",
      description =
          "Directory for temporary files, about 300 bytes per document. Default: in the output.")
  private Optional<Path> temporary = Optional.empty();

  @Option(
      names = "--score-column",
      paramLabel = "NAME",
      description = "Column for --keep highest-score. Default: ${DEFAULT-VALUE}.")
  private String scoreColumn = AnalyzeRequest.DEFAULT_SCORE;

  @Mixin private HtmlOption page = new HtmlOption();

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    NearDuplicateRequest request = request();
    PhaseProgress progress = PhaseProgress.onStderr(sluice.options().progress(), NAME);
    NearDuplicateJob.Outcome outcome;
    try {
      outcome =
          TextJobOptions.run(
              NAME,
              () -> {
                NearDuplicateJob.Outcome finished =
                    live.show(
                        NAME,
                        progress,
                        shown -> run(request, shown),
                        workDir.written(request.output()));
                page.write(() -> page(request, finished.report()));
                return finished;
              },
              workDir.written(request.output()),
              request.temporary().orElse(workDir.written(request.output())));
    } finally {
      progress.end();
    }
    return print(outcome);
  }

  private NearDuplicateJob.Outcome run(NearDuplicateRequest request, JobProgress progress)
      throws IOException, InterruptedException {
    if (parts.join()) {
      return NearDuplicateParts.join(request, parts.version(), progress);
    }
    Optional<PartTask> part = parts.task(spec);
    if (part.isPresent()) {
      workDir.requireNone();
      return NearDuplicateParts.run(request, part.get(), progress);
    }
    return workDir.run(
        OutputForm.perInput(NAME, "_sluice/dedup.json"),
        request.output(),
        request.inputs(),
        progress,
        (directory, all) -> NearDuplicateJob.run(request.into(directory), all));
  }

  private static byte[] page(NearDuplicateRequest request, JsonNode report) {
    String name = request.output().toAbsolutePath().normalize().getFileName().toString();
    return ResultPage.of(name, "Report of a deduplication", report);
  }

  private NearDuplicateRequest request() {
    List<Problem> warnings =
        sluice.options().recipe().map(file -> RecipeOptions.take(spec, file)).orElse(List.of());
    Problems problems = new Problems();
    documents.check(problems, sluice.machine());
    problems.check(
        !documents.inputs().isEmpty(), "--input", "is missing: directories, files or globs");
    problems.check(output.isPresent(), "--output", "is missing: a directory");
    problems.check(!scoreColumn.isBlank(), "--score-column", "the name is empty");
    duplicates.check(problems);
    compression.check(problems);
    parts.check(problems, output);
    problems.check(
        !parts.isPart() || !page.isGiven(), "--html", "needs all parts: give it to --join");
    problems.throwIfAny();
    PrintWriter err = sluice.err();
    warnings.forEach(warning -> err.println("sluice: warning: " + warning));
    return new NearDuplicateRequest(
        documents.inputs(),
        output.orElseThrow(),
        temporary,
        documents.columns(),
        duplicates.method(),
        duplicates.rule(),
        duplicates.survivor(),
        scoreColumn,
        compression.level(),
        documents.threads(),
        documents.heapBytes());
  }

  private int print(NearDuplicateJob.Outcome outcome) {
    parts.tellEnd(spec, output.orElseThrow(), outcome.finishedBefore());
    JsonNode report = outcome.report();
    sluice.print(json ? new String(Json.write(report), UTF_8) : text(report));
    return parts.exitCode(TextJobOptions.listQuarantined(report, sluice.err()));
  }

  private static String text(JsonNode report) {
    StringBuilder text = new StringBuilder();
    line(text, report, "rows_read", "rows read");
    line(text, report, "rows_kept", "rows kept");
    line(text, report, "duplicates_removed", "duplicates removed");
    line(text, report, "rows_rejected", "rows rejected");
    line(text, report, "clusters", "clusters");
    line(text, report, "largest_cluster", "documents in the largest cluster");
    line(text, report, "rows_changed", "rows changed");
    line(text, report, "units_read", "paragraphs or lines read");
    line(text, report, "units_removed", "of these removed");
    line(text, report, "most_repeated", "occurrences of the most frequent one");
    return text.toString();
  }

  private static void line(StringBuilder text, JsonNode report, String key, String what) {
    if (report.has(key)) {
      text.append(String.format(Locale.ROOT, "%,14d  %s%n", report.path(key).asLong(), what));
    }
  }
}
