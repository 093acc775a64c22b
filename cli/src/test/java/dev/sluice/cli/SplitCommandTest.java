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

class SplitCommandTest {
  @TempDir private Path directory;
  private String input;
  private String output;

  @BeforeEach
  void writeInput() throws IOException {
    input = Files.writeString(directory.resolve("in.jsonl"), "1\n2\n3\n4\n5\n").toString();
    output = directory.resolve("out").toString();
  }

  private TestingProgram.Ended run(String... arguments) {
    List<String> all = new ArrayList<>(List.of("split", "--progress", "none"));
    all.addAll(List.of("--input", input, "--output", output));
    all.addAll(List.of(arguments));
    return TestingProgram.run(all.toArray(String[]::new));
  }

  @Test
  void shouldSplitAndSayThatItIsFinished() throws Exception {
    TestingProgram.Ended first = run("--cores", "2");
    TestingProgram.Ended second = run("--cores", "2", "--json");

    assertThat(first.err()).isEmpty();
    assertThat(first.exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(first.out())
        .startsWith("5 rows of 1 files in 4 parts; the largest part has 4 bytes");
    assertThat(second.err()).contains("finished already: " + output);
    JsonNode json = new ObjectMapper().readTree(second.out());
    assertThat(json.at("/parts/3/part").asText()).isEqualTo("in-00003-of-00004.jsonl");
    assertThat(json.at("/parts/3/first_row").asInt()).isEqualTo(3);
  }

  @Test
  void shouldReportEverythingThatIsWrongWithTheOptions() {
    TestingProgram.Ended ended =
        run("--target-size", "1KiB", "--cores", "0", "--workers", "0", "--input", "x");
    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.err())
        .contains("1KiB is too small; must be at least 64KiB")
        .contains("--cores")
        .contains("--threads")
        .doesNotContain("\tat ");
    assertThat(run("--input", directory + "/none").err()).contains("none: no such file");
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void shouldRefuseAnotherRequest() {
    run("--cores", "2");
    TestingProgram.Ended ended = run("--cores", "1");
    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.err()).contains("it was started with cores 2, but this run has 1");
  }

  @Test
  void shouldQuarantineABrokenFile() throws Exception {
    Files.writeString(directory.resolve("broken.parquet"), "no Parquet at all");
    Files.createSymbolicLink(directory.resolve("link.jsonl"), directory.resolve("gone"));
    Files.writeString(directory.resolve("sampling_info.json"), "{}");
    Files.writeString(directory.resolve("more.json"), "{}");
    input = directory.resolve("*.{jsonl,json,parquet}").toString();
    TestingProgram.Ended ended = run("--cores", "1", "--json");
    assertThat(ended.exitCode()).isEqualTo(ExitCode.QUARANTINED);
    assertThat(ended.err())
        .contains("sluice: quarantined: broken.parquet: not a Parquet file")
        .contains("sluice: quarantined: link.jsonl: is a link to " + directory.resolve("gone"));
    JsonNode json = new ObjectMapper().readTree(ended.out());
    assertThat(json.path("sources").asInt()).isEqualTo(2);
    assertThat(json.at("/left_out/count").asInt()).isEqualTo(1);
    assertThat(json.at("/left_out/first/0").asText())
        .isEqualTo("sampling_info.json (describes data)");
  }
}
