package dev.sluice.cli;

import dev.sluice.app.Failure;
import dev.sluice.app.ShellCommand;
import dev.sluice.app.progress.PhaseProgress;
import dev.sluice.cli.exit.FullDisk;
import dev.sluice.cli.option.PathConverters;
import dev.sluice.cli.option.TextJobOptions;
import dev.sluice.jobs.init.InitJob;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Problem;
import dev.sluice.storage.IoMessage;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code init}: a configuration for files that it looks at. */
@Command(
    name = "init",
    description =
        "Look at files and print a commented configuration for run: columns, scores and buckets are"
            + " guessed from their schemas and a sample of their rows.")
final class InitCommand implements Callable<Integer> {
  private static final String NAME = "init";
  private static final String OUTPUT = "--output";

  @ParentCommand private Sluice sluice;

  @Parameters(
      converter = PathConverters.Checked.class,
      paramLabel = "INPUT",
      arity = "1..*",
      description = "Directories, files or globs of Parquet or JSON.")
  private List<String> inputs = new ArrayList<>();

  @Option(
      names = "--score-column",
      paramLabel = "NAME",
      description =
          "Column of the score; dots reach into structs. Range and buckets follow from its values."
              + " Default: guessed.")
  private Optional<String> score = Optional.empty();

  @Option(
      names = OUTPUT,
      paramLabel = "FILE",
      description = "Write to a new file. Default: standard output.")
  private Optional<Path> output = Optional.empty();

  @Override
  public Integer call() throws Exception {
    output
        .filter(file -> Files.exists(file, LinkOption.NOFOLLOW_LINKS))
        .ifPresent(
            file -> {
              throw exists(file);
            });
    if (!sluice.options().request().assignments().isEmpty()) {
      throw new ConfigException(
          List.of(
              new Problem(
                  "--set",
                  "",
                  "init guesses everything but --score-column: give --set to run, or edit the file"
                      + " that init writes")));
    }
    PhaseProgress progress = PhaseProgress.onStderr(sluice.options().progress(), NAME);
    InitJob.Outcome outcome;
    try {
      outcome = TextJobOptions.run(NAME, () -> InitJob.run(inputs, score, progress));
    } finally {
      progress.end();
    }
    PrintWriter err = sluice.err();
    outcome.warnings().forEach(warning -> err.println("sluice: warning: " + warning));
    if (output.isPresent()) {
      write(output.get(), outcome.text());
      err.println("sluice: written: " + output.get());
      if (outcome.hasText()) {
        err.println(
            "sluice: try it: " + ShellCommand.of("run").with("-c", output.get()) + " --output OUT");
      }
    } else {
      sluice.print(outcome.text());
    }
    return TextJobOptions.listQuarantined(outcome.quarantined(), err);
  }

  private static ConfigException exists(Path file) {
    return new ConfigException(
        List.of(new Problem(OUTPUT, "", file + " exists: name another file, or remove it")));
  }

  private static void write(Path file, String text) throws Failure {
    try {
      Files.writeString(file, text, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException e) {
      throw exists(file);
    } catch (IOException e) {
      String message = FullDisk.message(e, file).orElseGet(() -> IoMessage.of(e));
      throw new Failure("%s %s: %s".formatted(NAME, OUTPUT, message), e);
    }
  }
}
