package dev.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.app.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleCommandTest {
  @TempDir private Path directory;

  private Path config(String buckets) throws IOException {
    return Files.writeString(
        directory.resolve("sample.yaml"),
        "datasets: {a: {name: A, source: %s, buckets: %s}}\noutput_dir: %s\n"
            .formatted(directory.resolve("in"), buckets, directory.resolve("out")));
  }

  private void lines(String name, int rows) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      lines.add("{\"text\": \"row %d\"}".formatted(row));
    }
    Path file = directory.resolve("in").resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, lines, UTF_8);
  }

  private static TestingProgram.Ended run(Path config, String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("sample", "-c", config.toString(), "--progress", "none"));
    arguments.addAll(List.of(more));
    return TestingProgram.run(arguments.toArray(String[]::new));
  }

  @Test
  void shouldSampleAndSayThatItIsFinished() throws Exception {
    lines("4.0/a.jsonl", 100);
    Path config = config("{4.0: {count: 40}}");

    TestingProgram.Ended first = run(config);
    TestingProgram.Ended second = run(config, "--json");

    assertThat(first.err()).isEmpty();
    assertThat(first.exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(first.out()).contains("out: 40 rows in 1 files");
    JsonNode json = new ObjectMapper().readTree(second.out());
    assertThat(json.get("finished_before").asBoolean()).isTrue();
    assertThat(json.get("total_sampled").asInt()).isEqualTo(40);
    assertThat(json.at("/files/train-00000-of-00001.parquet").asInt()).isEqualTo(40);
  }

  @Test
  void shouldWarnOfTooFewRowsAndListWhatItQuarantined() throws Exception {
    lines("4.0/a.jsonl", 10);
    Files.write(directory.resolve("in/4.0/b.parquet"), new byte[20]);

    TestingProgram.Ended ended = run(config("{4.0: {count: 40}}"), "--max-rows", "3");

    assertThat(ended.exitCode()).isEqualTo(ExitCode.QUARANTINED);
    assertThat(ended.err())
        .contains(
            "sluice: warning: datasets.a.buckets.4.0: requested 40 rows, but sampled 10: only 10"
                + " can be read")
        .contains("sluice: quarantined: ")
        .contains("b.parquet: not a Parquet file, or truncated");
    assertThat(ended.out()).contains("10 rows in 4 files");
  }

  @Test
  void shouldEndWithEveryProblemOfTheSources() throws Exception {
    lines("4.0/a.jsonl", 10);

    TestingProgram.Ended ended = run(config("{3.5: {count: 4}, 3.0: {count: 4}}"));

    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.err())
        .contains("sluice: datasets.a.buckets.3.5: directory 3.5 does not exist in ")
        .contains("sluice: datasets.a.buckets.3.0: directory 3.0 does not exist in ")
        .contains("which has the directories 4.0. Set path to the bucket's directory");
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void shouldRefuseOptionsOutOfRange() throws Exception {
    lines("4.0/a.jsonl", 10);
    TestingProgram.Ended ended = run(config("{4.0: {count: 4}}"), "--max-rows", "0");
    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.err()).contains("--max-rows 0: must be from 1 to 2147483647");
  }

  @Test
  void shouldAskForAConfiguration() {
    TestingProgram.Ended ended = TestingProgram.run("sample");
    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.err()).contains("-c FILE is missing; for example, run sluice sample -c");
  }

  @Test
  void shouldLetOptionsWinOverAssignments() throws Exception {
    lines("4.0/a.jsonl", 100);
    TestingProgram.Ended ended =
        run(
            config("{4.0: {count: 40}}"),
            "--set",
            "random_seed=7",
            "--seed",
            "8",
            "--set",
            "datasets.a.buckets.4.0.count=5",
            "--output",
            directory.resolve("other").toString(),
            "--json");
    JsonNode json = new ObjectMapper().readTree(ended.out());
    assertThat(json.get("random_seed").asInt()).isEqualTo(8);
    assertThat(json.get("total_sampled").asInt()).isEqualTo(5);
    assertThat(directory.resolve("other/train-00000-of-00001.parquet")).exists();
  }
}
