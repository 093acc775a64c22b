package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.ExitCode;
import dev.sluice.app.ShellCommand;
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

class ProcessCommandTest {
  @TempDir private Path directory;
  private Path input;
  private Path output;

  @BeforeEach
  void writeInput() throws IOException {
    input = Files.createDirectories(directory.resolve("in"));
    output = directory.resolve("out");
    Files.writeString(input.resolve("a.jsonl"), "{\"text\":\"Two WORDS\"}\n{\"text\":\"one\"}\n");
  }

  private String recipe(String text) throws IOException {
    return Files.writeString(directory.resolve("recipe.yaml"), text).toString();
  }

  private static TestingProgram.Ended run(String... arguments) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "process",
                "--progress",
                "none",
                "--memory",
                "256MiB",
                "--max-document-size",
                "9KiB"));
    all.addAll(List.of(arguments));
    return TestingProgram.run(all.toArray(String[]::new));
  }

  @Test
  void shouldTakeInputAndOutputFromTheRecipeAndSayThatItIsFinished() throws Exception {
    String recipe =
        recipe(
            """
            dataset_path: %s
            export_path: %s
            process:
              - word-count: {min: 2}
              - lowercase:
            """
                .formatted(input, output));
    TestingProgram.Ended first = run("-c", recipe);
    assertThat(first.err()).isEmpty();
    assertThat(first.exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(first.out()).contains("1  0 word-count: dropped too_few_words");
    assertThat(output.resolve("a.jsonl")).hasContent("{\"text\":\"two words\"}\n");
    TestingProgram.Ended second = run("-c", recipe, "--json");
    assertThat(second.err()).contains("finished already: " + output);
    assertThat(second.out()).contains("\"rows_read\" : 2");
  }

  @Test
  void shouldReportEverythingThatIsWrongBeforeItBegins() throws Exception {
    String recipe = recipe("process:\n  - lowercas:\n  - word-count: {minimum: 2}\n");
    TestingProgram.Ended ended =
        run(
            "-c",
            recipe,
            "--input",
            input.toString(),
            "--threads",
            "0",
            "--trace",
            "-1",
            "--compression-level",
            "0");
    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.err())
        .contains("did you mean lowercase?")
        .contains("word-count.minimum")
        .contains("--threads")
        .contains("--trace")
        .contains("0 is out of range: 1 to 19");
    assertThat(output).doesNotExist();
  }

  @Test
  void shouldRefuseAFieldThatNothingHas() throws Exception {
    String recipe = recipe("process:\n  - field-range: {field: score, min: 1}\n");
    TestingProgram.Ended ended =
        run("-c", recipe, "--input", input.toString(), "--output", output.toString());
    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.err()).contains("none of the first objects has score");
    assertThat(output).doesNotExist();
  }

  @Test
  void shouldQuarantineABrokenFileAndSaySo() throws Exception {
    Files.writeString(input.resolve("b.parquet"), "no Parquet");
    TestingProgram.Ended ended =
        run(
            "-c",
            recipe("process:\n  - lowercase:\n"),
            "--input",
            input.toString(),
            "--output",
            output.toString());
    assertThat(ended.exitCode()).isEqualTo(ExitCode.QUARANTINED);
    assertThat(ended.err()).contains("quarantined: b.parquet: not a Parquet file");
    assertThat(output.resolve("a.jsonl"))
        .hasContent("{\"text\":\"two words\"}\n{\"text\":\"one\"}\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"corpus-7b", "gopher", "fineweb", "recipes/fineweb"})
  void shouldFindARecipeThatComesWithTheProgram(String name) {
    System.setProperty(ShellCommand.PROGRAM, Path.of("..", "sluice").toString());
    try {
      TestingProgram.Ended ended =
          run("-c", name, "--input", input.toString(), "--output", output.toString());
      assertThat(ended.exitCode()).as(ended.err()).isEqualTo(ExitCode.DONE);
      assertThat(ended.out()).contains("2  rows read");
    } finally {
      System.clearProperty(ShellCommand.PROGRAM);
    }
  }
}
