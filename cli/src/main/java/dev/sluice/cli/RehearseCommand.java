package dev.sluice.cli;

import dev.sluice.app.ExitCode;
import dev.sluice.objects.s3.S3Rehearsal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
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

  /** Run in this order; what begins with {@code @} is in the directory of the result. */
  private static final String COMMANDS =
      """
      generate --output @source --docs 300 --dumps 2
      init @source --output @init.yaml --progress plain
      run --input @source --output @output --progress plain --set sink.cut-bytes=16MiB
      validate @output --source @source
      report @output --progress plain
      sample -c @sample.yaml
      process -c @recipe.yaml --input @source/data --output @processed --max-document-size 1MiB --progress plain
      dedup --input @source/data --output @unique --max-document-size 1MiB --progress plain
      analyze -c @recipe.yaml --input @source/data --max-document-size 1MiB --progress plain
      shuffle --input @source/data --output @shuffled --union --progress plain
      split --input @source/data --output @parts --target-size 128KiB --progress plain
      train-tokenizer --input @sample --output @tokenizer --vocab-size 400
      tokenize --input @sample --tokenizer @tokenizer --output @tokens
      tokenize --input @sample --tokenizer @tokenizer --output @bin --format bin
      trace @bin --token 0
      vocabulary --input @sample --output @vocabulary --size 100
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
    for (String command : COMMANDS.split("\n")) {
      int exitCode = execute(command.split(" "));
      if (exitCode != ExitCode.DONE) {
        return exitCode;
      }
    }
    return ExitCode.DONE;
  }

  /**
   * Executes a command as the program would, but without the environment's variables, which belong
   * to another job.
   */
  private int execute(String[] command) {
    return Sluice.run(
        Map.of(),
        sluice.machine(),
        spec.commandLine().getOut(),
        spec.commandLine().getErr(),
        Arrays.stream(command)
            .map(word -> word.startsWith("@") ? path(word.substring(1)) : word)
            .toArray(String[]::new));
  }

  private Path at(String name) {
    return directory.resolve(name);
  }

  private String path(String name) {
    return at(name).toString();
  }
}
