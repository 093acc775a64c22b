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
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Isolated("sets where the program is")
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
    TestingProgram.Ended first = TestingProgram.process("-c", recipe);
    assertThat(first.err()).isEmpty();
    assertThat(first.exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(first.out()).contains("1  0 word-count: dropped too_few_words");
    assertThat(output.resolve("a.jsonl")).hasContent("{\"text\":\"two words\"}\n");
    TestingProgram.Ended second = TestingProgram.process("-c", recipe, "--json");
    assertThat(second.err()).contains("finished already: " + output);
    assertThat(second.out()).contains("\"rows_read\" : 2");
  }

  /** Processes, deduplicates and analyzes the input. */
  private List<TestingProgram.Ended> everyJob() throws Exception {
    String in = input.toString();
    return List.of(
        TestingProgram.process(
            "-c",
            recipe("process:\n  - lowercase:\n"),
            "--input",
            in,
            "--output",
            output.toString()),
        TestingProgram.run("dedup", "--input", in, "--output", output + "-dedup"),
        TestingProgram.run("analyze", "--input", in, "--max-document-size", "1MiB"));
  }

  @Test
  void shouldEndWithExitCode4AndTheReasonsIfEveryRowIsRejected() throws Exception {
    Files.writeString(input.resolve("a.jsonl"), "{\"content\":\"one\"}\n{\"content\":7}\n");
    Files.writeString(input.resolve("b.jsonl"), "{\"text\":null}\n{\"text\":null}\n");

    for (TestingProgram.Ended ended : everyJob()) {
      assertThat(ended.err())
          .contains(
              "nothing is left: all 4 rows were rejected (null_text 4); if a different column holds"
                  + " the texts, see --text-column");
      assertThat(ended.exitCode()).isEqualTo(ExitCode.QUARANTINED);
    }
  }

  @Test
  void shouldNameTheOptionOfTheColumnIfItHoldsSomethingElseThanTexts() throws Exception {
    Files.writeString(input.resolve("a.jsonl"), "{\"text\":[\"one\"],\"answer\":\"two\"}\n");

    TestingProgram.Ended ended =
        TestingProgram.run("dedup", "--input", input.toString(), "--output", output + "-dedup");

    assertThat(ended.err())
        .contains(
            "all 1 rows were rejected (invalid_text 1); if a different column holds the texts, see"
                + " --text-column");
    assertThat(ended.exitCode()).isEqualTo(ExitCode.QUARANTINED);
  }

  @Test
  void shouldTellWhatDroppedNearlyEverything() throws Exception {
    Files.writeString(
        input.resolve("a.jsonl"),
        "{\"text\":\"可再生能源的发展\"}\n".repeat(150) + "{\"text\":\"one\"}\n".repeat(49));
    Files.writeString(input.resolve("b.jsonl"), "{\"text\":\"one two three\"}\n");
    String recipe =
        recipe(
            """
            process:
              - word-count: {min: 3, words: whitespace}
              - lowercase:
            """);
    String from = input.toString();

    TestingProgram.Ended few =
        TestingProgram.process("-c", recipe, "--input", from, "--output", output.toString());
    Files.writeString(input.resolve("c.jsonl"), "{\"text\":\"one two three\"}\n".repeat(2));
    TestingProgram.Ended enough =
        TestingProgram.process("-c", recipe, "--input", from, "--output", output + "-enough");

    assertThat(few.exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(few.err())
        .contains(
            "sluice: warning: 1 of 200 rows are left: word-count dropped 199 rows, 199 of them for")
        .contains("run `sluice operators word-count` to see its rules");
    assertThat(enough.err()).doesNotContain("are left");
  }

  @Test
  void shouldNameTheOptionForTheTextIfNoFileHasIt() throws Exception {
    Files.writeString(input.resolve("a.jsonl"), "{\"content\":\"one\"}\n");
    Files.writeString(input.resolve("b.jsonl"), "{\"content\":\"two\"}\n");

    for (TestingProgram.Ended ended : everyJob()) {
      assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(ended.err())
          .contains(
              "no object has a field text; the file has: content; if a different column holds the"
                  + " texts, see --text-column");
    }
    assertThat(output).doesNotExist();
  }

  @Test
  void shouldReportEverythingThatIsWrongBeforeItBegins() throws Exception {
    String recipe = recipe("process:\n  - lowercas:\n  - word-count: {minimum: 2}\n");
    TestingProgram.Ended ended =
        TestingProgram.process(
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
        .contains("0 is out of range; must be from 1 to 19");
    assertThat(output).doesNotExist();
  }

  @Test
  void shouldRefuseAFieldThatNothingHas() throws Exception {
    String recipe = recipe("process:\n  - field-range: {field: score, min: 1}\n");
    TestingProgram.Ended ended =
        TestingProgram.process(
            "-c", recipe, "--input", input.toString(), "--output", output.toString());
    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.err()).contains("no object has a field score");
    assertThat(output).doesNotExist();
  }

  @Test
  void shouldQuarantineABrokenFileAndSaySo() throws Exception {
    Files.writeString(input.resolve("b.parquet"), "no Parquet");
    TestingProgram.Ended ended =
        TestingProgram.process(
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

  @Test
  void shouldWorkInPartsAndJoinThem() throws Exception {
    Files.writeString(input.resolve("b.jsonl"), "{\"text\": \"three more words\"}\n");
    String recipe = recipe("process:\n  - word-count: {min: 2}\n  - lowercase:\n");
    String[] command = {"-c", recipe, "--input", input.toString(), "--output", output.toString()};
    TestingProgram.Ended second = TestingProgram.process(with(command, "--part", "2/2"));
    assertThat(second.exitCode()).as(second.err()).isEqualTo(ExitCode.DONE);
    assertThat(second.out()).contains("1  rows read");
    String next = second.err().lines().reduce((first, last) -> last).orElseThrow();
    assertThat(next)
        .startsWith("sluice: when all parts are complete, join them: ./sluice process ")
        .endsWith(" --output " + output + " --join")
        .doesNotContain("--part", "2/2");
    String[] alone = {"process", "--join", "--output", output.toString()};
    TestingProgram.Ended early = TestingProgram.run(alone);
    assertThat(early.exitCode()).isEqualTo(ExitCode.USAGE);
    String missing = next.substring(next.indexOf("./sluice")).replace("--join", "--part 1/2");
    assertThat(early.err()).contains("part 1/2 is missing: run " + missing);
    assertThat(TestingProgram.process(with(command, "--part=1/2")).err().strip()).isEqualTo(next);
    assertThat(TestingProgram.process(with(command, "--part", "1/2")).err())
        .contains("finished already: part 1/2 of " + output);
    TestingProgram.Ended joined =
        TestingProgram.run(next.substring(next.indexOf("process ")).split(" "));
    assertThat(joined.exitCode()).as(joined.err()).isEqualTo(ExitCode.DONE);
    assertThat(joined.out()).contains("3  rows read");
    assertThat(TestingProgram.run(alone).err())
        .isEqualTo("sluice: finished already: " + output + System.lineSeparator());
    assertThat(TestingProgram.process(command).err()).contains("finished already: " + output);
  }

  private static String[] with(String[] command, String... more) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  @Test
  void shouldSayWhatIsWrongWithPartsBeforeItBegins() throws Exception {
    String recipe = recipe("process:\n  - lowercase:\n");
    String[] command = {"-c", recipe, "--input", input.toString(), "--output", output.toString()};
    assertThat(TestingProgram.process(with(command, "--part", "0/2")).err())
        .contains("from 1/N to N/N");
    assertThat(TestingProgram.process(with(command, "--part", "2")).err())
        .contains("2 is not of the form I/N, such as 3/64");
    assertThat(TestingProgram.process(with(command, "--part", "1/2", "--join")).err())
        .contains("--join: must be used without --part, after all parts are complete");
    assertThat(TestingProgram.run("process", "--join").err()).contains("--output: is missing");
    TestingProgram.Ended alone =
        TestingProgram.run("process", "--join", "--output", output.toString(), "--trace", "3");
    assertThat(alone.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(alone.err()).contains("--trace: must match the options of the parts");
    assertThat(output).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"corpus-7b", "gopher", "fineweb", "recipes/fineweb"})
  void shouldFindARecipeThatComesWithTheProgram(String name) {
    System.setProperty(ShellCommand.PROGRAM, Path.of("..", "sluice").toString());
    try {
      TestingProgram.Ended ended =
          TestingProgram.process(
              "-c", name, "--input", input.toString(), "--output", output.toString());
      assertThat(ended.exitCode()).as(ended.err()).isEqualTo(ExitCode.DONE);
      assertThat(ended.out()).contains("2  rows read");
    } finally {
      System.clearProperty(ShellCommand.PROGRAM);
    }
  }
}
