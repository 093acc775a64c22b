package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that some command once stumbled over: every one takes the rest, and names them. */
class OddInputsTest {
  private static final String LONG = "n".repeat(248 - ".jsonl".length()) + ".jsonl";
  private static final String LINES = "{\"text\":\"one two\"}\n{\"text\":\"two three\"}\n";

  @TempDir private Path directory;
  private Path input;

  @BeforeEach
  void writeInput() throws Exception {
    input = Files.createDirectories(directory.resolve("in"));
    Files.createDirectories(input.resolve("new\nline"));
    Files.writeString(input.resolve("new\nline/a.jsonl"), LINES);
    Files.writeString(input.resolve(LONG), LINES);
    Files.writeString(input.resolve("broken.parquet"), "no Parquet");
    Files.writeString(input.resolve("cut.jsonl.gz"), "not packed");
    Files.createSymbolicLink(input.resolve("gone.jsonl"), directory.resolve("nowhere"));
    String other = "printf x > \"$(printf 'not-\\377.jsonl')\"; mkfifo pipe.jsonl";
    Process shell = new ProcessBuilder("sh", "-c", other).directory(input.toFile()).start();
    assertThat(shell.waitFor()).isZero();
  }

  private TestingProgram.Ended run(String... arguments) {
    return TestingProgram.run(arguments);
  }

  /** The command's own arguments, behind which come input and output. */
  private List<String> arguments(String command, Path output) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(command.split(" ")));
    switch (arguments.get(0)) {
      case "process" -> {
        Path recipe = directory.resolve("recipe.yaml");
        Files.writeString(recipe, "process:\n  - lowercase:\n");
        arguments.addAll(List.of("-c", recipe.toString()));
      }
      case "tokenize" -> {
        Path words = Files.writeString(directory.resolve("words.jsonl"), LINES);
        String tokenizer = directory.resolve("tokenizer").toString();
        run(
            "train-tokenizer",
            "--vocab-size",
            "300",
            "--input",
            words.toString(),
            "--output",
            tokenizer);
        arguments.addAll(List.of("--tokenizer", tokenizer));
      }
      default -> {}
    }
    arguments.addAll(List.of("--input", input.toString()));
    arguments.addAll(List.of("--output", output.toString()));
    return arguments;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "split --cores 1",
        "process --max-document-size 1MiB",
        "dedup --method exact",
        "analyze --max-document-size 1MiB",
        "tokenize",
        "train-tokenizer --vocab-size 300",
        "vocabulary --size 9",
        "shuffle --format jsonl",
      })
  void shouldQuarantineTheSameFilesInEveryCommand(String command) throws IOException {
    String[] arguments = arguments(command, directory.resolve("out")).toArray(String[]::new);
    for (int time = 0; time < 2; time++) {
      TestingProgram.Ended ended = run(arguments);

      assertThat(ended.err().lines().filter(line -> line.startsWith("sluice: quarantined: ")))
          .as(ended.err())
          .hasSize(5)
          .anyMatch(line -> line.contains("cut.jsonl.gz: "))
          .anyMatch(line -> line.contains("broken.parquet: not a Parquet file"))
          .anyMatch(line -> line.contains("gone.jsonl: is a link to "))
          .anyMatch(line -> line.contains("not-\uFFFD.jsonl: its name is not UTF-8"))
          .anyMatch(line -> line.contains("pipe.jsonl: is a pipe, "));
      assertThat(ended.exitCode()).isEqualTo(ExitCode.QUARANTINED);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "split --cores 1",
        "process --max-document-size 1MiB",
        "process --part 1/2 --max-document-size 1MiB",
        "dedup --method exact",
        "dedup --part 1/2 --method exact",
        "analyze --max-document-size 1MiB",
        "analyze --part 1/2 --max-document-size 1MiB",
        "tokenize",
        "tokenize --part 1/2",
        "train-tokenizer --vocab-size 300",
        "vocabulary --size 9",
        "shuffle --format jsonl",
      })
  void shouldKeepInputAndOutputApartInEveryCommand(String command) throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), input);
    for (Path output : List.of(input.resolve("out"), link.resolve("out"), directory)) {
      TestingProgram.Ended ended = run(arguments(command, output).toArray(String[]::new));

      assertThat(ended.err())
          .contains(
              output.equals(directory)
                  ? "--input: %s is inside --output %s".formatted(input, output)
                  : "--output %s is inside the input %s".formatted(output, input));
      assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(input.resolve("out")).doesNotExist();
      assertThat(directory.resolve("_sluice")).doesNotExist();
    }
  }

  @Test
  void shouldQuarantineAFileWhosePartsCanHaveNoNames() throws IOException {
    TestingProgram.Ended ended =
        run(
            "split",
            "--cores",
            "8",
            "--input",
            input.resolve(LONG).toString(),
            input.resolve("new\nline").toString(),
            "--output",
            directory.resolve("out").toString());
    assertThat(ended.err()).contains("its parts would have names such as nnn");
    assertThat(ended.exitCode()).isEqualTo(ExitCode.QUARANTINED);
  }
}
