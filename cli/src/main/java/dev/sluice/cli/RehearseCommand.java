package dev.sluice.cli;

import dev.sluice.app.ExitCode;
import dev.sluice.objects.s3.S3Rehearsal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/**
 * {@code rehearse}: goes once through what the other commands do, with a few documents. The
 * launcher has a JVM keep the classes that this loads, so that later ones start with them.
 */
@Command(
    name = "rehearse",
    hidden = true,
    description = "Do a little of everything, below a new directory.")
final class RehearseCommand implements Callable<Integer> {
  private static final String SAMPLE =
      """
      datasets: {made_up: {source: %s, buckets: {CC-MAIN-2013-20: {count: 60}}}}
      output_dir: %s
      """;

  /** The launcher rehearses with a small heap, which would refuse large documents. */
  private static final String SMALL = "1MiB";

  /** Some operators of each kind, including those with large tables. */
  private static final String RECIPE =
      """
      process:
        - html:
        - urls:
        - emails:
        - lowercase:
        - unicode-normalise: {form: NFKC}
        - remove-invisible:
        - ascii-only:
        - numbers:
        - word-count: {min: 0}
        - repeated-sentences:
        - special-character-lines:
        - character-repetition: {max: 1}
        - fineweb-quality:
        - gopher-repetition:
        - gopher-quality:
        - c4-quality:
      """;

  @ParentCommand private Sluice sluice;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "Directory of the result.")
  private Path directory;

  @Override
  public Integer call() throws IOException {
    Files.createDirectories(directory);
    Files.writeString(at("sample.yaml"), SAMPLE.formatted(path("source/data"), path("sample")));
    Files.writeString(at("recipe.yaml"), RECIPE);
    S3Rehearsal.run(at("recipe.yaml"));
    for (List<String> command : commands()) {
      int exitCode = execute(command);
      if (exitCode != ExitCode.DONE) {
        return exitCode;
      }
    }
    return ExitCode.DONE;
  }

  private List<List<String>> commands() {
    return List.of(
        List.of("generate", "--output", path("source"), "--docs", "300", "--dumps", "2"),
        List.of("init", path("source"), "--output", path("init.yaml"), "--progress", "plain"),
        List.of(
            "run",
            "--input",
            path("source"),
            "--output",
            path("output"),
            "--progress",
            "plain",
            "--set",
            "sink.cut-bytes=16MiB"),
        List.of("validate", path("output"), "--source", path("source")),
        List.of("report", path("output"), "--progress", "plain"),
        List.of("sample", "-c", path("sample.yaml")),
        List.of(
            "process",
            "-c",
            path("recipe.yaml"),
            "--input",
            path("source/data"),
            "--output",
            path("processed"),
            "--max-document-size",
            SMALL,
            "--progress",
            "plain"),
        List.of(
            "dedup",
            "--input",
            path("source/data"),
            "--output",
            path("unique"),
            "--max-document-size",
            SMALL,
            "--progress",
            "plain"),
        List.of(
            "analyze",
            "-c",
            path("recipe.yaml"),
            "--input",
            path("source/data"),
            "--max-document-size",
            SMALL,
            "--progress",
            "plain"),
        List.of(
            "shuffle",
            "--input",
            path("source/data"),
            "--output",
            path("shuffled"),
            "--union",
            "--progress",
            "plain"),
        List.of(
            "split",
            "--input",
            path("source/data"),
            "--output",
            path("parts"),
            "--target-size",
            "128KiB",
            "--progress",
            "plain"),
        List.of(
            "train-tokenizer",
            "--input",
            path("sample"),
            "--output",
            path("tokenizer"),
            "--vocab-size",
            "400"),
        List.of(
            "tokenize",
            "--input",
            path("sample"),
            "--tokenizer",
            path("tokenizer"),
            "--output",
            path("tokens")),
        List.of(
            "tokenize",
            "--input",
            path("sample"),
            "--tokenizer",
            path("tokenizer"),
            "--output",
            path("bin"),
            "--format",
            "bin"),
        List.of("trace", path("bin"), "--token", "0"),
        List.of(
            "vocabulary",
            "--input",
            path("sample"),
            "--output",
            path("vocabulary"),
            "--size",
            "100"));
  }

  /**
   * Executes a command as the program would, but without the environment's variables, which belong
   * to another job.
   */
  private int execute(List<String> command) {
    return Sluice.run(
        Map.of(),
        sluice.machine(),
        spec.commandLine().getOut(),
        spec.commandLine().getErr(),
        command.toArray(String[]::new));
  }

  private Path at(String name) {
    return directory.resolve(name);
  }

  private String path(String name) {
    return at(name).toString();
  }
}
