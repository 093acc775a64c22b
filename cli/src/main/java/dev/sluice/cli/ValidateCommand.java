package dev.sluice.cli;

import dev.sluice.app.ExitCode;
import dev.sluice.app.Failure;
import dev.sluice.app.output.OutputOwner;
import dev.sluice.app.report.ResultPage;
import dev.sluice.cli.option.HtmlOption;
import dev.sluice.cli.option.PathConverters;
import dev.sluice.jobs.validate.Validator;
import dev.sluice.jobs.validate.report.Check;
import dev.sluice.jobs.validate.report.ValidateOptions;
import dev.sluice.jobs.validate.report.ValidationReport;
import dev.sluice.operators.score.ScorerContent;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Problems;
import dev.sluice.storage.IoMessage;
import dev.sluice.storage.output.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code validate}: checks an output. */
@Command(
    name = "validate",
    description =
        "Check an output. With --source, compare it with its input. Without --check options, run"
            + " all checks.")
final class ValidateCommand extends ResultCommand {
  private static final String MODEL_KEY = ".model";
  private static final String TOKENIZER_KEY = ".tokenizer";

  @Parameters(
      paramLabel = "OUT",
      arity = "0..1",
      converter = PathConverters.ToInput.class,
      description = "The output directory.")
  private Optional<Path> output = Optional.empty();

  @Option(
      names = "--input",
      paramLabel = "OUT",
      converter = PathConverters.ToInput.class,
      description =
          "The output directory to check, like OUT. For the input from which the output was made,"
              + " use --source.")
  private Optional<Path> input = Optional.empty();

  @Option(
      names = "--source",
      paramLabel = "DIR",
      converter = PathConverters.ToInput.class,
      description = "Recompute the output from this input, and compare the result with the output.")
  private Optional<Path> source = Optional.empty();

  @Option(
      names = "--like",
      paramLabel = "RECORD",
      converter = PathConverters.ToInput.class,
      description =
          "Compare all shards with the shards of the output that this version record describes.")
  private Optional<Path> like = Optional.empty();

  @Option(
      names = "--model",
      paramLabel = "FILE",
      description =
          "With --source: the model of the output's scorer. Default: the path that was used when"
              + " the output was started.")
  private Optional<Path> model = Optional.empty();

  @Option(
      names = "--tokenizer",
      paramLabel = "FILE",
      description =
          "With --source: the tokenizer of the output's scorer. Default: the path that was used"
              + " when the output was started.")
  private Optional<Path> tokenizer = Optional.empty();

  @Option(
      names = "--explain",
      paramLabel = "ID",
      description =
          "With near-deduplication: explain what became of the documents with this id, and which"
              + " kept documents contain them. With --source, show the texts. Runs no checks.")
  private Optional<String> explained = Optional.empty();

  @Option(
      names = "--sample",
      paramLabel = "N",
      description =
          "With --source and near-deduplication: compare the texts of about N removed "
              + "documents with the texts of the kept documents. Default: all.")
  private Optional<Long> sample = Optional.empty();

  @Option(
      names = "--work-dir",
      paramLabel = "DIR",
      description =
          "With --source and near-deduplication: a directory on this machine for temporary files."
              + " Default: the system's directory for temporary files.")
  private Optional<Path> workDir = Optional.empty();

  @Option(names = "--check-schema", description = "Check columns, types and nulls.")
  private boolean schema;

  @Option(
      names = "--check-sampling",
      description =
          "Check that each sampling rate is within 1 %% of the configured rate, or that chance can"
              + " explain the difference.")
  private boolean sampling;

  @Option(
      names = "--check-duplicates",
      description =
          "Check that no id occurs twice and, with near-deduplication, that the evidence agrees"
              + " with manifests and shards.")
  private boolean duplicates;

  @Option(
      names = "--check-files",
      description = "Check that files are readable and match the manifests.")
  private boolean files;

  @Option(names = "--check-paths", description = "Check that each file is in the right directory.")
  private boolean paths;

  @Option(
      names = "--check-scores",
      description = "Check that each score is in the range of its bucket.")
  private boolean scores;

  @Option(names = "--stats", description = "Show lengths, scores and dumps of each bucket.")
  private boolean statistics;

  @Mixin private HtmlOption page = new HtmlOption();

  @Override
  public Integer call() throws Exception {
    Path root =
        output
            .or(() -> input)
            .orElseThrow(() -> usage("OUT is missing; usage: sluice validate OUT [options]"));
    requireSourceFor("--model", model);
    requireSourceFor("--tokenizer", tokenizer);
    checkSourceOptions();
    if (explained.isPresent()) {
      return explain(root, explained.get());
    }
    ValidationReport report =
        run(
            progress -> Validator.validate(options(root, models(root, model, tokenizer)), progress),
            workDirectory());
    writePage(report);
    sluice.print(isJson() ? report.json() : report.text());
    return report.passed() ? ExitCode.DONE : ExitCode.RULE_BROKEN;
  }

  private void requireSourceFor(String option, Optional<Path> file) {
    if (file.isPresent() && source.isEmpty()) {
      throw new ConfigException(
          option, "scores are recomputed only with --source DIR: pass this option as well");
    }
  }

  private void checkSourceOptions() {
    Problems problems = new Problems();
    problems.check(
        workDir.isEmpty() || source.isPresent(),
        "--work-dir",
        "temporary files are needed only with --source DIR: pass this option as well");
    if (sample.isPresent()) {
      problems.check(source.isPresent(), "--sample", "texts are in the source: pass --source DIR");
      problems.check(
          sample.get() > 0, "--sample", sample.get() + " must be a number of documents, 1 or more");
    }
    problems.throwIfAny();
  }

  private int explain(Path root, String id) throws Exception {
    Problems problems = new Problems();
    problems.check(
        like.isEmpty() && !isJson() && !statistics && checks().isEmpty() && page.file().isEmpty(),
        "--explain",
        "runs no checks: omit --like, --check-*, --stats, --html and --json");
    problems.throwIfAny();
    ValidateOptions options = options(root, Collections.emptySortedMap());
    sluice.print(run(progress -> Validator.explain(options, id)).text());
    return ExitCode.DONE;
  }

  private ValidateOptions options(Path output, SortedMap<String, String> models) {
    return new ValidateOptions(
        output,
        source,
        like,
        checks(),
        statistics,
        ValidateOptions.defaultMemoryBytes(),
        sample,
        sluice.options().operators(),
        models,
        workDirectory());
  }

  private Path workDirectory() {
    return workDir.orElse(ValidateOptions.systemDirectory());
  }

  /**
   * Returns the paths of the scorer's files, by key.
   *
   * @param model instead of the path that it had when the output was started
   * @param tokenizer as {@code model}
   */
  static SortedMap<String, String> models(
      Path output, Optional<Path> model, Optional<Path> tokenizer) throws IOException {
    SortedMap<String, String> paths = new TreeMap<>(OutputOwner.remembered(Optional.of(output)));
    paths
        .keySet()
        .removeIf(
            key ->
                !ScorerContent.LIST.holds(key)
                    || !key.endsWith(MODEL_KEY) && !key.endsWith(TOKENIZER_KEY));
    paths.replaceAll(
        (key, before) ->
            (key.endsWith(MODEL_KEY) ? model : tokenizer).map(Path::toString).orElse(before));
    return paths;
  }

  private void writePage(ValidationReport report) throws InterruptedException {
    try {
      page.write(
          () ->
              ResultPage.of(
                  report.output().toString(),
                  "Report of a validation",
                  Json.PLAIN.readTree(report.json())));
    } catch (IOException e) {
      throw new Failure("validate --html: " + IoMessage.of(e), e);
    }
  }

  private Set<Check> checks() {
    Set<Check> checks = EnumSet.noneOf(Check.class);
    add(checks, schema, Check.SCHEMA);
    add(checks, sampling, Check.SAMPLING);
    add(checks, duplicates, Check.DUPLICATES);
    add(checks, files, Check.FILES);
    add(checks, paths, Check.PATHS);
    add(checks, scores, Check.SCORES);
    return checks;
  }

  private static void add(Set<Check> checks, boolean wanted, Check check) {
    if (wanted) {
      checks.add(check);
    }
  }
}
