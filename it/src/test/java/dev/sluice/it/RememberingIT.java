package dev.sluice.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An output carries what it was started with, so that nothing of it need be given again. */
class RememberingIT {
  private static final String DUMP = "CC-MAIN-2024-10";
  private static final String YAML =
      """
      dataset: {name: my-set, language: de, attribution: "Made by hand: ask for it."}
      input: {pattern: "**/one.parquet"}
      buckets:
        - {name: low, min: 0, max: 3, rate: 1}
        - {name: high, min: 3, rate: 1}
      sampling: {seed: 7}
      operators:
        - word-count: {min: 2}
      output: {columns: [id, text, score, dump], compression: gzip, max-file-size: 64MiB}
      sink: {cut-bytes: 16MiB}
      kafka: {topic-prefix: mine, partitions: 1}
      """;

  @TempDir Path directory;
  private Path input;
  private Path output;

  @BeforeEach
  void chooseDirectories() {
    input = directory.resolve("input");
    output = directory.resolve("output");
    write(DUMP, "one.parquet", "a", "b");
    write(DUMP, "two.parquet", "never read");
  }

  private void write(String dump, String file, String... ids) {
    List<Sources.Row> rows =
        List.of(ids).stream()
            .map(id -> new Sources.Row(id, "A text that is long enough.", 3.2, dump))
            .toList();
    Sources.write(input.resolve(dump).resolve(file), List.of(rows));
  }

  private void begin() throws IOException {
    Path yaml = Files.writeString(directory.resolve("my.yaml"), YAML, UTF_8);
    Program.run("run", "-c", yaml.toString(), "--input=" + input, "--output=" + output).with(0);
  }

  private Program.Ended on(String command, String... options) {
    List<String> arguments = new ArrayList<>(List.of(command, "--output=" + output));
    arguments.addAll(List.of(options));
    return Program.run(arguments);
  }

  @Test
  void shouldNeedNoConfigurationAgain() throws IOException {
    begin();
    assertThat(on("doctor").with(0).out()).contains(" 0 failed");
    assertThat(on("status").with(0).out()).contains("high");
    assertThat(on("peek", "rejects").with(0).out()).isEmpty();
    assertThat(on("config").with(0).out())
        .containsPattern("sampling.seed +7 +output")
        .containsPattern("buckets.1.name +high +output")
        .containsPattern("dataset.name +my-set +output")
        .containsPattern("streams.commit-interval +250ms +default");
    assertThat(on("topology").with(0).out()).contains("mine.curated.high");

    write("CC-MAIN-2024-18", "one.parquet", "c");
    assertThat(on("run", "--input=" + input).with(0).out())
        .contains("Sealed: CC-MAIN-2024-18#1")
        .containsPattern("high +3 ");
    assertThat(output.resolve("ATTRIBUTION.md")).hasContent("Made by hand: ask for it.");
    assertThat(output.resolve("de/high")).isDirectory();
    Program.run("validate", output.toString(), "--source=" + input).with(0);

    assertThat(on("reset", "--dump=" + DUMP).with(0).out()).contains(DUMP + " is forgotten");
    assertThat(on("reset", "--all").with(0).out()).doesNotContain("left alone");
    assertThat(output).isEmptyDirectory();
  }

  @Test
  void shouldNeedNoConfigurationWhereTheTopicsHaveIt() throws IOException {
    Path yaml = Files.writeString(directory.resolve("my.yaml"), YAML, UTF_8);
    try (Program broker = ProgramThread.startBroker(directory.resolve("broker"))) {
      String servers = broker.out().strip();
      role(servers, "ingest", "-c", yaml.toString(), "--input=" + input).await().with(0);

      try (Program streams = role(servers, "streams");
          Program sink = role(servers, "sink", "--output=" + output)) {
        role(servers, "ingest", "--input=" + input, "--output=" + output, "--wait").await().with(0);
        assertThat(List.of(streams, sink)).allMatch(Program::isAlive);
      }
    }
    Program.Ended status = Program.run("status", output.toString(), "--json").with(0);
    assertThat(status.out()).contains("\"sealed\"");
    assertThat(output.resolve("de/high")).isDirectory();
  }

  private Program role(String servers, String role, String... options) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                role,
                "--kafka=" + servers,
                "--set=kafka.topic-prefix=mine",
                "--work-dir=" + directory.resolve(role)));
    arguments.addAll(List.of(options));
    return ProgramThread.start(arguments);
  }

  @Test
  void shouldRefuseWhatDiffersFromIt() throws IOException {
    begin();
    assertThat(on("run", "--input=" + input, "--seed=42", "--bucket=low").with(2).err().lines())
        .anyMatch(line -> line.contains("sampling.seed: is 42, but the output was started with 7"))
        .anyMatch(line -> line.contains("buckets.1.name: is none"));
    assertThat(on("run", "--input=" + input, "--seed=7", "--bucket=low", "--bucket=high").with(0))
        .isNotNull();
  }
}
