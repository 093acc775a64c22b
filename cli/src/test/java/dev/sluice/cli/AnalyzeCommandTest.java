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

class AnalyzeCommandTest {
  @TempDir private Path directory;
  private String input;

  @BeforeEach
  void writeInput() throws IOException {
    Path file = directory.resolve("in.jsonl");
    Files.writeString(file, "{\"text\":\"one two three\"}\n{\"text\":\"ONE\"}\n{\"text\":null}\n");
    input = file.toString();
  }

  private static TestingProgram.Ended run(String... arguments) {
    List<String> all = new ArrayList<>(List.of("analyze", "--progress", "none"));
    all.addAll(List.of("--max-document-size", "1MiB"));
    all.addAll(List.of(arguments));
    return TestingProgram.run(all.toArray(String[]::new));
  }

  @Test
  void shouldReportWhatItMeasuredAndThatItIsFinished() throws Exception {
    String output = directory.resolve("out").toString();
    TestingProgram.Ended first =
        run("--input", input, "--output", output, "--statistics", "length,measures");
    TestingProgram.Ended second =
        run("--input", input, "--output", output, "--statistics", "length,measures", "--json");

    assertThat(first.err()).isEmpty();
    assertThat(first.exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(first.out())
        .isEqualTo(
            """
            # Analysis

            - documents: 2
            - rejected: null_text 1
            - relative_error: 0.001
            - rows: 3
            - text_bytes: 16

            The analysis is in %s/analysis.md.
            """,
            output);
    assertThat(second.err()).contains("finished already: " + output);
    JsonNode json = new ObjectMapper().readTree(second.out());
    assertThat(json.path("documents").asInt()).isEqualTo(2);
    assertThat(directory.resolve("out/analysis.md"))
        .hasContent(run("--input", input, "--statistics", "length,measures").out());
    assertThat(Files.readString(directory.resolve("out/analysis.md")))
        .startsWith("# Analysis\n\n- documents: 2\n")
        .contains("| word-count | too_few_words | word_count < 10 | 2 | 1 |");
  }

  /** Only the join writes a file, which has the whole. */
  @Test
  void shouldPrintTheAnalysisOfAPart() {
    String output = directory.resolve("out").toString();
    TestingProgram.Ended part =
        run("--input", input, "--output", output, "--statistics", "length", "--part", "1/1");
    TestingProgram.Ended joined = TestingProgram.run("analyze", "--join", "--output", output);

    assertThat(part.exitCode()).as(part.err()).isEqualTo(ExitCode.DONE);
    assertThat(part.out()).isEqualTo(run("--input", input, "--statistics", "length").out());
    assertThat(joined.out()).endsWith("\n\nThe analysis is in %s/analysis.md.\n".formatted(output));
    assertThat(directory.resolve("out/analysis.md")).hasContent(part.out());
  }

  @Test
  void shouldWriteThePageOfEveryStatistic() throws Exception {
    Path file = directory.resolve("page.html");
    TestingProgram.Ended ended = run("--input", input, "--html", file.toString());
    assertThat(ended.exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(ended.out()).endsWith("\n\nThe analysis is in %s.\n".formatted(file));
    assertThat(ended.out().lines()).hasSize(9);
    assertThat(Files.readString(file))
        .contains("<bdi>word_count &lt; 10</bdi>", "<dt>Documents</dt><dd>2</dd>", "null_text")
        .contains("<title>gopher_word_count</title>", "aria-label=\"language top\"")
        .doesNotContain("NaN", "Infinity", "<script");
    assertThat(Files.size(file)).isLessThan(300_000);
    Path again = directory.resolve("again.html");
    run("--input", input, "--html", again.toString());
    assertThat(again).hasSameBinaryContentAs(file);
  }

  @Test
  void shouldReportWhatTheFiltersOfARecipeWouldDrop() throws Exception {
    Path recipe = directory.resolve("recipe.yaml");
    Files.writeString(
        recipe,
        "dataset_path: %s\nprocess:\n  - lowercase:\n  - word-count: {min: 2}\n  - length:\n"
            .formatted(input));
    TestingProgram.Ended ended = run("-c", recipe.toString());
    assertThat(ended.exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(ended.out())
        .contains("| word-count | too_few_words | word_count < 2 | 1 | 0.5 |")
        .contains("| word-count | too_many_words | word_count > 1000 | 0 | 0 |")
        .contains("| characters |")
        .doesNotContain("language");
  }

  @Test
  void shouldShowThatARuleIsOff() throws Exception {
    Path recipe = directory.resolve("recipe.yaml");
    Files.writeString(
        recipe,
        "dataset_path: %s\nprocess:\n  - word-count: {min: 2, max: off}\n".formatted(input));
    assertThat(run("-c", recipe.toString()).out())
        .contains("| word-count | too_few_words | word_count < 2 | 1 | 0.5 |")
        .contains("| word-count | too_many_words | off | 0 | 0 |");
  }

  @Test
  void shouldReportEverythingThatIsWrong() {
    TestingProgram.Ended ended = run("--statistics", "lenght", "--threads", "0");
    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.err())
        .contains("lenght is not a statistic; did you mean length?")
        .contains("--threads")
        .contains("--input")
        .doesNotContain("\tat ");
  }

  @Test
  void shouldQuarantineABrokenFile() throws Exception {
    Files.writeString(directory.resolve("broken.parquet"), "no Parquet at all");
    TestingProgram.Ended ended = run("--input", directory.toString(), "--statistics", "length");
    assertThat(ended.exitCode()).isEqualTo(ExitCode.QUARANTINED);
    assertThat(ended.err()).contains("sluice: quarantined: broken.parquet: not a Parquet file");
  }
}
