package dev.sluice.cli;

import dev.sluice.app.ExitCode;
import dev.sluice.app.ShellCommand;
import dev.sluice.app.progress.ProgressReport;
import dev.sluice.app.run.MainJob;
import dev.sluice.app.run.StartChecks;
import dev.sluice.app.run.Summary;
import dev.sluice.app.takedown.BlocklistFiles;
import dev.sluice.cli.exit.Served;
import dev.sluice.cli.option.TextJobOptions;
import dev.sluice.jobs.generate.Generator;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.validate.Validator;
import dev.sluice.jobs.validate.report.ValidateOptions;
import dev.sluice.jobs.validate.report.ValidationReport;
import dev.sluice.settings.ConfigRequest;
import dev.sluice.settings.LoadedConfig;
import dev.sluice.settings.Role;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code demo}: generates a small data set, curates it and validates the result. */
@Command(
    name = "demo",
    description = "Generate a small data set, curate it and validate the result.")
final class DemoCommand extends ProgramCommand {
  private static final long DOCUMENTS = 20_000;
  private static final String SMALL_CUTS = "16MiB";

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "Directory for all files of the demo. Default: ${DEFAULT-VALUE}.")
  private Path directory = Path.of("sluice-demo");

  @Override
  public Integer call() throws Exception {
    PrintWriter out = sluice.out();
    Path source = directory.resolve("source");
    Path output = directory.resolve("output");
    say(out, "1. Generate %,d synthetic documents into %s".formatted(DOCUMENTS, source));
    Generator.Options options =
        new Generator.Options(
            source, DOCUMENTS, Generator.Options.DEFAULT_DUMPS, Generator.Options.DEFAULT_SEED);
    TextJobOptions.run(
        "generate", () -> Generator.generate(options, JobProgress.NONE), options.output());
    ConfigRequest given = sluice.options().request();
    ShellCommand run =
        ShellCommand.of("run").with("--input", source).with("--output", output).with(given);
    say(out, "2. Curate them: " + run.with("--set", "sink.cut-bytes=" + SMALL_CUTS));
    LoadedConfig loaded =
        sluice.load(
            given
                .with("demo", "input.path", source.toString())
                .with("demo", "output.path", output.toString())
                .with("demo", "sink.cut-bytes", SMALL_CUTS)
                .with("demo", "dataset.source", "synthetic documents of `sluice generate`")
                .with("demo", "dataset.license", "not needed: they are nobody's work")
                .running(Role.all())
                .checking(StartChecks::output));
    ProgressReport progress = ProgressReport.onStderr(sluice.options().progress());
    BlocklistFiles list = new BlocklistFiles();
    MainJob.Result result =
        Served.run(
            "demo", loaded, sluice.machine(), false, job -> job.run(Set.of(), list, progress));
    say(out, new Summary(loaded.config(), result).text());
    say(out, "3. Validate: " + ShellCommand.of("validate").with(output).with("--source", source));
    ValidationReport report =
        validated(
            new ValidateOptions(
                output,
                Optional.of(source),
                Optional.empty(),
                Set.of(),
                false,
                ValidateOptions.defaultMemoryBytes(),
                Optional.empty(),
                sluice.options().operators(),
                ValidateCommand.models(output, Optional.empty(), Optional.empty()),
                ValidateOptions.systemDirectory()));
    say(out, report.text());
    return report.passed() ? ExitCode.DONE : ExitCode.RULE_BROKEN;
  }

  private static ValidationReport validated(ValidateOptions options) throws Exception {
    return TextJobOptions.run(
        "demo", () -> Validator.validate(options, JobProgress.NONE), options.workDirectory());
  }

  private static void say(PrintWriter out, String text) {
    out.println(text);
    out.flush();
  }
}
