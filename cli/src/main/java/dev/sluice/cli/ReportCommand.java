package dev.sluice.cli;

import dev.sluice.app.ExitCode;
import dev.sluice.app.report.ComparisonReport;
import dev.sluice.app.report.OutputReport;
import dev.sluice.cli.option.PathConverters;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.jobs.validate.report.ValidateOptions;
import dev.sluice.settings.Problems;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code report}: writes a page about an output. */
@Command(
    name = "report",
    description =
        "Write a page that shows what an output contains, what was dropped and why, and how to load"
            + " the output. With two outputs, shows how they differ. With --training-content,"
            + " prints the statement of training content.")
final class ReportCommand extends ProgramCommand {

  @Parameters(
      index = "0",
      paramLabel = "OUT",
      converter = PathConverters.ToInput.class,
      description = "The output directory.")
  private Path output;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "OTHER",
      converter = PathConverters.ToInput.class,
      description = "Compare OUT with this output instead.")
  private Optional<Path> other = Optional.empty();

  @Option(
      names = "--html",
      paramLabel = "FILE",
      converter = PathConverters.ToOutput.class,
      description =
          "Write the page to this file. Default: OUT/_sluice/report.html, or"
              + " OTHER/_sluice/comparison.html.")
  private Optional<Path> file = Optional.empty();

  @Option(
      names = "--source",
      paramLabel = "DIR",
      converter = PathConverters.ToInput.class,
      description =
          "The input of OUT: show texts of removed near-duplicates and of kept documents side by"
              + " side.")
  private Optional<Path> source = Optional.empty();

  @Mixin private ContentOptions content = new ContentOptions();

  @Override
  public Integer call() throws Exception {
    Problems problems = new Problems();
    content.check(problems);
    problems.check(
        !content.isRequested() || other.isEmpty() && file.isEmpty() && source.isEmpty(),
        "--training-content",
        "is about one output and makes no page: omit OTHER, --html and --source");
    problems.check(
        source.isEmpty() || other.isEmpty(),
        "--source",
        "is for a report of one output: omit OTHER");
    problems.throwIfAny();
    if (content.isRequested()) {
      run(
          progress -> {
            content.print(output, sluice, progress);
            return null;
          },
          output);
      return ExitCode.DONE;
    }
    Path target = file.orElseGet(this::usualFile);
    run(
        progress -> {
          TemporaryFile.write(target, page(progress));
          return target;
        },
        target);
    say("written: " + target);
    return ExitCode.DONE;
  }

  private Path usualFile() {
    return other
        .map(second -> second.resolve("_sluice").resolve("comparison.html"))
        .orElseGet(() -> output.resolve("_sluice").resolve("report.html"));
  }

  private byte[] page(JobProgress progress) throws IOException, InterruptedException {
    return other.isPresent()
        ? ComparisonReport.of(output, other.get(), ValidateOptions.defaultMemoryBytes(), progress)
        : OutputReport.of(output, source, sluice.machine().processors(), progress);
  }
}
