package dev.sluice.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.app.recipe.Recipe;
import dev.sluice.cli.option.CompressionOption;
import dev.sluice.cli.option.PathConverters;
import dev.sluice.cli.option.TextJobOptions;
import dev.sluice.core.values.OutputPath;
import dev.sluice.jobs.process.ProcessJob;
import dev.sluice.jobs.process.ProcessRequest;
import dev.sluice.jobs.text.JobOutcome;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.StagedOutput.OutputForm;
import dev.sluice.settings.Problems;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code process}: applies operators to files. */
@Command(
    name = "process",
    description =
        "Apply the operators of a recipe (-c FILE) to files. The output has the files and columns"
            + " of the input without the dropped rows. If interrupted, run the command again to"
            + " continue.")
final class ProcessCommand extends RecipeCommand {
  @Mixin private CompressionOption compression = new CompressionOption();

  @Option(
      names = "--output",
      converter = PathConverters.Output.class,
      paramLabel = "DIR",
      description = "A directory that holds only the result. Default: export_path of the recipe.")
  private Optional<String> output = Optional.empty();

  @Option(
      names = "--trace",
      paramLabel = "N",
      description = "Keep N examples of what each operator changed, dropped, rejected and kept.")
  private int trace;

  @Override
  public Integer call() throws Exception {
    Optional<ProcessRequest> request =
        isJoinAlone(output.map(OutputPath::of)) ? Optional.empty() : Optional.of(request());
    Path target = request.map(ProcessRequest::output).orElseGet(() -> OutputPath.of(output.get()));
    JobOutcome outcome = runShown(shown -> run(target, request, shown), workDir.written(target));
    parts.sayEnd(target, outcome.finishedBefore());
    JsonNode report = outcome.report();
    print(report, () -> ProcessText.of(report));
    ProcessText.warning(report).ifPresent(warning -> say("warning: " + warning));
    return parts.exitCode(TextJobOptions.listQuarantined(report, sluice.err()));
  }

  private JobOutcome run(Path target, Optional<ProcessRequest> request, JobProgress progress)
      throws IOException, InterruptedException {
    return parts.run(
        workDir,
        () -> ProcessJob.join(target, request, parts.version()),
        part -> ProcessJob.run(request.orElseThrow(), part, progress),
        () ->
            workDir.run(
                OutputForm.perInput(spec.name(), "_sluice/process.json"),
                target,
                request.orElseThrow().inputs(),
                progress,
                (directory, all) -> ProcessJob.run(request.orElseThrow().into(directory), all)));
  }

  private ProcessRequest request() {
    Problems problems = new Problems();
    problems.check(
        sluice.options().recipe().isPresent(), "--config", "is missing: specify -c RECIPE");
    Recipe recipe = recipe(problems);
    boolean read = problems.isEmpty();
    List<String> inputs = inputs(recipe);
    Optional<String> target = output.or(recipe::exportPath);
    documents.check(problems, sluice.machine());
    compression.check(problems);
    problems.atLeast(0, trace, "--trace");
    parts.check(problems, target.map(OutputPath::of));
    problems.check(
        !read || !inputs.isEmpty(), "--input", "is missing, and the recipe has no dataset_path");
    problems.check(
        !read || target.isPresent(), "--output", "is missing, and the recipe has no export_path");
    problems.throwIfAny();
    recipe.warnings().forEach(warning -> say("warning: " + warning));
    return new ProcessRequest(
        inputs,
        OutputPath.of(target.orElseThrow()),
        recipe.projectName().orElse(""),
        recipe.chain(),
        recipe.scorers(),
        documents.columns(recipe.textColumn()),
        trace,
        compression.level(),
        documents.threads(),
        documents.heapBytes());
  }
}
