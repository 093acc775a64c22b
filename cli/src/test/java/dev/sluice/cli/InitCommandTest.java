package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.app.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InitCommandTest {
  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = directory.resolve("my.yaml");
  }

  private static TestingProgram.Ended init(Object... arguments) {
    String[] all = new String[arguments.length + 3];
    all[0] = "init";
    all[1] = "--progress";
    all[2] = "none";
    for (int i = 0; i < arguments.length; i++) {
      all[i + 3] = arguments[i].toString();
    }
    return TestingProgram.run(all);
  }

  private Path generate(String name) {
    Path input = directory.resolve(name);
    TestingProgram.Ended ended =
        TestingProgram.run(
            "generate", "--output", input.toString(), "--docs", "400", "--dumps", "2");
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    return input;
  }

  /** What the program makes of a configuration. */
  private static JsonNode loaded(Path configuration) throws IOException {
    TestingProgram.Ended ended =
        TestingProgram.run("config", "--json", "-c", configuration.toString());
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.err()).isEmpty();
    return new ObjectMapper().readTree(ended.out());
  }

  private static String value(JsonNode loaded, String key) {
    return loaded.path(key).path("value").asText("no such key");
  }

  @Test
  void shouldPrintAConfigurationThatTheProgramTakes() throws Exception {
    Path input = generate("in");
    TestingProgram.Ended printed = init(input);
    TestingProgram.Ended written = init(input, "--output", file);

    assertThat(printed.exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(printed.err()).isEmpty();
    assertThat(written.exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(written.out()).isEmpty();
    assertThat(written.err())
        .contains("sluice: written: " + file)
        .contains("run -c %s --output OUT".formatted(file));
    assertThat(file).hasContent(printed.out());
    JsonNode loaded = loaded(file);
    assertThat(value(loaded, "input.path")).isEqualTo(input.toString());
    assertThat(value(loaded, "input.columns.score")).isEqualTo("score");
    assertThat(value(loaded, "input.columns.dump")).isEqualTo("dump");
    assertThat(value(loaded, "score.max")).isEqualTo("6.0");
    assertThat(value(loaded, "buckets.3.name")).isEqualTo("4.0");
    assertThat(value(loaded, "near-dedup.method")).isEmpty();
    Files.writeString(file, Files.readString(file).replace("# near-dedup:", "near-dedup:"));
    assertThat(value(loaded(file), "near-dedup.method")).isEqualTo("minhash");
    assertThat(loaded.path("buckets.3.max").path("origin").asText()).startsWith(file.toString());
  }

  @Test
  void shouldRefuseSettingsThatItDoesNotHeed() {
    TestingProgram.Ended ended = init(directory, "--set", "input.columns.score=quality");

    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.err())
        .contains(
            "--set: init accepts no settings except --score-column",
            "pass --set to the command run instead, or edit the file");
  }

  @Test
  void shouldTakeTheColumnOfTheScore() throws Exception {
    Path lines = directory.resolve("lines.jsonl");
    String line = "{\"text\": \"a text\", \"score\": %s, \"cc_segment\": \"a/CC-MAIN-2022-21/b\"";
    Files.writeString(
        lines,
        (line + ", \"other\": 7}\n").formatted(1.5) + (line + ", \"other\": 9}\n").formatted(2.5));

    assertThat(init(lines, "--score-column", "other", "--output", file).exitCode()).isZero();

    JsonNode loaded = loaded(file);
    assertThat(value(loaded, "input.columns.score")).isEqualTo("other");
    assertThat(value(loaded, "score.max")).isEqualTo("10.0");
    assertThat(value(loaded, "input.dump.column")).isEqualTo("cc_segment");
    TestingProgram.Ended none = init(lines, "--score-column", "others");
    assertThat(none.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(none.err()).contains("init: --score-column others: no row of the sample has");
  }

  @Test
  void shouldNotOfferToTryAConfigurationWithoutText() throws Exception {
    Path numbers = directory.resolve("numbers.jsonl");
    Files.writeString(numbers, "{\"score\": 3.5}\n{\"score\": 4.5}\n");

    TestingProgram.Ended ended = init(numbers, "--output", file);

    assertThat(ended.err())
        .contains("no column holds text", "sluice: written: " + file)
        .doesNotContain("try it");
  }

  @Test
  void shouldOverwriteNothing() throws Exception {
    Path input = generate("in");
    Files.writeString(file, "mine");
    TestingProgram.Ended ended = init(input, "--output", file);

    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.err())
        .isEqualTo(
            "sluice: --output: %s already exists: choose a different file, or remove this one\n"
                .formatted(file));
    assertThat(file).hasContent("mine");
    TestingProgram.Ended nowhere = init(input, "--output", directory.resolve("no/such/my.yaml"));
    assertThat(nowhere.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(nowhere.err()).contains("no/such/my.yaml: the file or directory does not exist");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "it\"s 'odd': #1 \\ {x}",
        "two\nlines",
        "- dash, [list] & *star!",
        "\u0085\u2028\uFEFF\u001B[2J",
        "null",
        "正文 😀",
      })
  void shouldWriteAnyNameOfADirectory(String name) throws Exception {
    Path input = generate(name);

    assertThat(init(input, "--output", file).exitCode()).isZero();
    assertThat(value(loaded(file), "input.path")).isEqualTo(input.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"it\"s 'odd': #1", "null", "~", "1.0", "yes", "[a]", "\u0085", "正文"})
  void shouldWriteAnyNameOfAColumn(String name) throws Exception {
    String text = "a text that is longer than any other ".repeat(5);
    ObjectMapper mapper = new ObjectMapper();
    StringBuilder lines = new StringBuilder();
    for (int row = 0; row < 20; row++) {
      lines.append(
          mapper
              .createObjectNode()
              .put(name, text + row)
              .put("score", row / 4.0 + 0.1)
              .put("text\n", "never")
              .toString());
      lines.append('\n');
    }
    Path input = Files.writeString(directory.resolve("in.jsonl"), lines);
    TestingProgram.Ended ended = init(input, "--output", file);

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.err())
        .contains("sluice: warning: text: no column has the name of a text column");
    assertThat(value(loaded(file), "input.columns.text")).isEqualTo(name);
  }

  @Test
  void shouldNameFilesThatCannotBeRead() throws Exception {
    Path input = generate("in");
    Files.writeString(input.resolve("broken.parquet"), "no Parquet");
    TestingProgram.Ended ended = init(input);

    assertThat(ended.exitCode()).isEqualTo(ExitCode.QUARANTINED);
    assertThat(ended.err())
        .contains("sluice: quarantined: broken.parquet: not a Parquet file")
        .doesNotContain("\tat ");
    assertThat(ended.out()).contains("columns:");
  }

  @Test
  void shouldRefuseWhatIsNotThere() {
    TestingProgram.Ended none = init(directory.resolve("none"));
    assertThat(none.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(none.err()).contains("none: no such file or directory");
    TestingProgram.Ended nothing = init();
    assertThat(nothing.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(nothing.err()).contains("INPUT");
  }
}
