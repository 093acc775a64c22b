package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.app.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShuffleCommandTest {
  @TempDir private Path directory;
  private String input;
  private String output;

  @BeforeEach
  void writeInput() throws IOException {
    input = Files.writeString(directory.resolve("in.txt"), "1\n2\n3\n4\n5\n").toString();
    output = directory.resolve("out").toString();
  }

  private static TestingProgram.Ended run(String... arguments) {
    List<String> all = new ArrayList<>(List.of("shuffle", "--progress", "none"));
    all.addAll(List.of(arguments));
    return TestingProgram.run(all.toArray(String[]::new));
  }

  @Test
  void shouldShuffleAndSayThatItIsFinished() throws Exception {
    TestingProgram.Ended first = run("--input", input, "--output", output, "--shards", "2");
    TestingProgram.Ended second =
        run("--input", input, "--output", output, "--shards", "2", "--json");

    assertThat(first.err()).isEmpty();
    assertThat(first.exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(first.out()).contains("5 rows shuffled with seed ").contains(" into 2 files");
    assertThat(second.err()).contains("finished already: " + output);
    JsonNode json = new ObjectMapper().readTree(second.out());
    assertThat(json.get("rows").asInt()).isEqualTo(5);
    assertThat(json.at("/shards/0/name").asText()).isEqualTo("train-00000-of-00002.txt");
    assertThat(first.out()).contains("seed " + json.get("seed").asLong());
  }

  @Test
  void shouldReadInputsFromAFile() throws Exception {
    Path config =
        Files.writeString(
            directory.resolve("mix.yaml"), "inputs:\n  %s: {epochs: 3}\n".formatted(input));
    assertThat(run("-c", config.toString(), "--output", output).out())
        .startsWith("15 rows shuffled");
  }

  @Test
  void shouldReportEverythingThatIsWrongWithTheOptions() {
    TestingProgram.Ended ended =
        run(
            "--input", input + ":epochs=0",
            "--output", output,
            "--memory", "64MiB",
            "--threads", "0",
            "--shards", "0");
    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.err())
        .contains("in.txt:epochs=0: must be more than 0")
        .contains("64MiB is too small; must be at least 128MiB")
        .contains("--threads")
        .contains("--shards 0: must be from 1 to 100000");
  }

  @Test
  void shouldReportEverythingThatIsWrongWithTheInputs() {
    TestingProgram.Ended ended =
        run("--input", input + ":weight=2", directory + "/none", input, "--output", output);
    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.err())
        .contains("none: no such file or directory")
        .contains("1 of 3 inputs have a weight")
        .contains("to read its rows twice, pass PATH:epochs=2")
        .doesNotContain("\tat ");
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void shouldReportWhatIsWrongWithAFileOfInputs() throws Exception {
    Path config =
        Files.writeString(
            directory.resolve("mix.yaml"),
            "inputs:\n  a: {epoch: 3}\n  b: {weight: x}\n  c: {epochs: 1, weight: 1}\n");
    assertThat(run("-c", config.toString(), "--output", output).err())
        .contains("did you mean epochs?")
        .contains("\"x\" is not allowed; must be a number above 0")
        .contains("set either epochs or weight, not both");
  }

  @Test
  void shouldRefuseAnOutputInsideOfTheInput() {
    TestingProgram.Ended ended =
        run("--input", directory.toString(), "--output", directory.resolve("x").toString());
    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.err()).contains("is inside the input");
  }

  @Test
  void shouldRefuseAnInputOfBrokenFiles() throws Exception {
    Path broken = Files.writeString(directory.resolve("broken.jsonl.gz"), "no gzip");
    TestingProgram.Ended ended = run("--input", broken.toString(), "--output", output);
    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.err())
        .contains("none of its files can be used; the first problem is: ")
        .contains("broken.jsonl.gz: it is not compressed with gzip")
        .doesNotContain("\tat ");
    assertThat(Files.list(directory).map(path -> path.getFileName().toString()))
        .containsExactlyInAnyOrder("in.txt", "broken.jsonl.gz");
  }
}
