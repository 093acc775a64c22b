package dev.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.app.recipe.Recipe;
import dev.sluice.app.recipe.RecipeReader;
import dev.sluice.cli.option.CompressionOption;
import dev.sluice.cli.option.DocumentOptions;
import dev.sluice.cli.option.PageOption;
import dev.sluice.cli.option.PartOptions;
import dev.sluice.cli.option.PathConverters;
import dev.sluice.cli.option.TextJobOptions;
import dev.sluice.cli.option.WorkDirOption;
import dev.sluice.core.values.OutputPath;
import dev.sluice.jobs.process.ProcessJob;
import dev.sluice.jobs.process.ProcessParts;
import dev.sluice.jobs.process.ProcessRequest;
import dev.sluice.jobs.text.JobOutcome;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.OutputForm;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Problem;
import dev.sluice.settings.Problems;
import dev.sluice.storage.output.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code process}: operators over files. */
@Command(
    name = "process",
    description =
        "Apply the operators of a recipe (-c FILE) to files. Writes the same files and columns"
            + " without the dropped rows. If interrupted, run the same command to continue.")
final class ProcessCommand implements Callable<Integer> {
  private static final String NAME = "process";
  @ParentCommand private Sluice sluice;
  @Spec private CommandSpec spec;
  @Mixin private PageOption live = new PageOption();
  @Mixin private WorkDirOption workDir = new WorkDirOption();
  @Mixin private DocumentOptions documents = new DocumentOptions();
  @Mixin private CompressionOption compression = new CompressionOption();
  @Mixin private PartOptions parts = new PartOptions();

  @Option(
      names = "--output",
      converter = PathConverters.Output.class,
      paramLabel = "DIR",
      description = "A directory for the result alone. Default: export_path of the recipe.")
  private Optional<String> output = Optional.empty();

  @Option(
      names = "--trace",
      paramLabel = "N",
      description = "Keep N examples of what each operator changed, dropped, rejected and kept.")
  private int trace;

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    Optional<ProcessRequest> request = isJoinAlone() ? Optional.empty() : Optional.of(request());
    Path target = request.map(ProcessRequest::output).orElseGet(() -> OutputPath.of(output.get()));
    JobOutcome outcome =
        live.run(
            NAME,
            sluice.options().progress(),
            shown -> run(target, request, shown),
            workDir.written(target));
    parts.tellEnd(spec, target, outcome.finishedBefore());
    JsonNode report = outcome.report();
    sluice.print(json ? new String(Json.write(report), UTF_8) : ProcessText.of(report));
    PrintWriter err = sluice.err();
    ProcessText.warning(report).ifPresent(warning -> err.println("sluice: warning: " + warning));
    return parts.exitCode(TextJobOptions.listQuarantined(report, err));
  }

  private JobOutcome run(Path target, Optional<ProcessRequest> request, JobProgress progress)
      throws IOException, InterruptedException {
    return parts.run(
        spec,
        workDir,
        () -> ProcessParts.join(target, request, parts.version()),
        part -> ProcessParts.run(request.orElseThrow(), part, progress),
        () ->
            workDir.run(
                OutputForm.perInput(NAME, "_sluice/process.json"),
                target,
                request.orElseThrow().inputs(),
                progress,
                (directory, all) -> ProcessJob.run(request.orElseThrow().into(directory), all)));
  }

  /** Whether parts are to be joined, whatever they were given. */
  private boolean isJoinAlone() {
    return parts.isJoinAlone(
        spec,
        output.map(OutputPath::of),
        "-c and --input",
        sluice.options().recipe().isPresent() || !documents.inputs().isEmpty());
  }

  private ProcessRequest request() {
    List<Problem> problems = new ArrayList<>();
    Recipe recipe = Recipe.EMPTY;
    try {
      recipe = recipe();
    } catch (ConfigException e) {
      problems.addAll(e.problems());
    }
    boolean read = problems.isEmpty();
    List<String> inputs =
        documents.inputs().isEmpty() ? recipe.datasetPath().stream().toList() : documents.inputs();
    Optional<String> target = output.or(recipe::exportPath);
    Problems options = new Problems();
    documents.check(options, sluice.machine());
    compression.check(options);
    options.atLeast(0, trace, "--trace");
    parts.check(options, target.map(OutputPath::of));
    options.check(
        !read || !inputs.isEmpty(), "--input", "is missing, and the recipe has no dataset_path");
    options.check(
        !read || target.isPresent(), "--output", "is missing, and the recipe has no export_path");
    problems.addAll(options.all());
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
    PrintWriter err = sluice.err();
    recipe.warnings().forEach(warning -> err.println("sluice: warning: " + warning));
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

  private Recipe recipe() {
    Path file =
        sluice
            .options()
            .recipe()
            .orElseThrow(
                () ->
                    new ConfigException(
                        List.of(new Problem("--config", "", "is missing: -c RECIPE"))));
    return RecipeReader.read(file, sluice.options().operators());
  }
}
