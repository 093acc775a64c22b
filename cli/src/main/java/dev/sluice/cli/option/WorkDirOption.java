package dev.sluice.cli.option;

import dev.sluice.app.output.StoreProbe;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.StagedOutput;
import dev.sluice.jobs.text.StagedOutput.OutputForm;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Problems;
import dev.sluice.storage.page.SourceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The work directory of a job whose output is in an object store. */
public final class WorkDirOption {
  private static final String NAME = "--work-dir";

  @Option(
      names = NAME,
      paramLabel = "DIR",
      description =
          "If the output is in an object store: a directory on this machine for temporary files,"
              + " and for the output until it is published. dedup also uses it for temporary files"
              + " if the output is local.")
  private Optional<Path> directory = Optional.empty();

  /**
   * Runs a job with its output.
   *
   * @param inputs inputs as the user wrote them
   * @throws ConfigException if the directory is missing, or is present without effect
   */
  public <T> T run(
      OutputForm form,
      Path output,
      List<String> inputs,
      JobProgress progress,
      StagedOutput.Job<T> job)
      throws IOException, InterruptedException {
    if (SourceFile.isLocal(output)) {
      requireNone();
    }
    return run(directory, form, output, inputs, progress, job);
  }

  /**
   * Checks that the option is absent, because nothing is written to an object store.
   *
   * @throws ConfigException if the option is used
   */
  public void requireNone() {
    if (directory.isPresent()) {
      throw problem(
          "can only be used with an output in an object store, such as s3://bucket/prefix");
    }
  }

  /**
   * Runs a job as {@link #run} does. The job uses the directory also if its output is on a disk.
   */
  public <T> T runWithTemporaryFiles(
      OutputForm form,
      Path output,
      List<String> inputs,
      JobProgress progress,
      StagedOutput.Job<T> job)
      throws IOException, InterruptedException {
    return run(directory, form, output, inputs, progress, job);
  }

  /** Returns the directory for temporary files of an output on a disk. */
  public Optional<Path> temporary(Path output) {
    return SourceFile.isLocal(output) ? directory : Optional.empty();
  }

  /** Runs a job with its output. The work directory comes from another option. */
  public static <T> T run(
      Optional<Path> directory,
      OutputForm form,
      Path output,
      List<String> inputs,
      JobProgress progress,
      StagedOutput.Job<T> job)
      throws IOException, InterruptedException {
    StagedOutput staged =
        SourceFile.isLocal(output)
            ? StagedOutput.local(form, output)
            : StagedOutput.remote(form, output, required(directory, output), inputs);
    return staged.run(() -> probe(output), progress, job);
  }

  private static Path required(Optional<Path> directory, Path output) {
    return directory.orElseThrow(
        () ->
            problem(
                "is missing, but --output %s needs a directory on this machine with room for the whole output"
                    .formatted(output)));
  }

  private static ConfigException problem(String message) {
    return new ConfigException(NAME, message);
  }

  private static void probe(Path output) {
    Problems problems = new Problems();
    StoreProbe.check(output, problems);
    problems.throwIfAny();
  }

  /** Returns the path whose disk the output uses. */
  public Path written(Path output) {
    return SourceFile.isLocal(output) ? output : directory.orElse(Path.of(""));
  }
}
