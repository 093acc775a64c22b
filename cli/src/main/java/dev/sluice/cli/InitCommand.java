package dev.sluice.cli;

import dev.sluice.app.Failure;
import dev.sluice.app.ShellCommand;
import dev.sluice.cli.exit.FullDisk;
import dev.sluice.cli.option.PathConverters;
import dev.sluice.cli.option.TextJobOptions;
import dev.sluice.jobs.init.InitJob;
import dev.sluice.settings.ConfigException;
import dev.sluice.storage.IoMessage;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code init}: guesses a configuration from files. */
@Command(
    name = "init",
    description =
        "Print a commented configuration for run. Columns, scores and buckets are guessed from the"
            + " schemas of the files and a sample of their rows.")
final class InitCommand extends ProgramCommand {
  private static final String OUTPUT = "--output";

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
          "Column of the score; use dots for fields of structs. The range and buckets are derived"
              + " from its values. Default: guessed.")
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
          "--set",
          "init accepts no settings except --score-column: pass --set to the command run instead,"
              + " or edit the file that init writes");
    }
    InitJob.Outcome outcome = run(progress -> InitJob.run(inputs, score, progress));
    outcome.warnings().forEach(warning -> say("warning: " + warning));
    if (output.isPresent()) {
      write(output.get(), outcome.text());
      say("written: " + output.get());
      if (outcome.hasText()) {
        say("try it: " + ShellCommand.of("run").with("-c", output.get()) + " --output OUT");
      }
    } else {
      sluice.print(outcome.text());
    }
    return TextJobOptions.listQuarantined(outcome.quarantined(), sluice.err());
  }

  private static ConfigException exists(Path file) {
    return new ConfigException(
        OUTPUT, file + " already exists: choose a different file, or remove this one");
  }

  private static void write(Path file, String text) throws Failure {
    try {
      Files.writeString(file, text, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException e) {
      throw exists(file);
    } catch (IOException e) {
      String message = FullDisk.message(e, file).orElseGet(() -> IoMessage.of(e));
      throw new Failure("init %s: %s".formatted(OUTPUT, message), e);
    }
  }
}
