package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.work.FileTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Samples, tokenizers and token ids of the program as it is started: killed, stopped, continued.
 */
class TokenizerIT {
  private static final Duration POLL = Duration.ofMillis(5);

  @TempDir private Path directory;

  private Path source() throws IOException {
    return Sources.generate(directory.resolve("source"), 3_000, 6, 7);
  }

  private Program.Ended train(Path source, String output, String... options) {
    return Program.run(
        Stream.concat(
                Stream.of(
                    "train-tokenizer",
                    "--input",
                    source.toString(),
                    "--output",
                    path(output),
                    "--vocab-size",
                    "1200"),
                Stream.of(options))
            .toList());
  }

  private String path(String name) {
    return directory.resolve(name).toString();
  }

  private String[] tokenize(Path source, String output, String format) {
    return new String[] {
      "tokenize",
      "--input",
      source.toString(),
      "--tokenizer",
      path("tok"),
      "--output",
      path(output),
      "--format",
      format
    };
  }

  private Map<String, String> files(String output) throws IOException {
    Path root = directory.resolve(output);
    Map<String, String> hashes = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : (Iterable<Path>) paths.filter(Files::isRegularFile)::iterator) {
        hashes.put(root.relativize(path).toString(), Output.sha256(path));
      }
    }
    return hashes;
  }

  @ParameterizedTest
  @Tag("endurance")
  @ValueSource(strings = {"parquet", "bin"})
  void shouldContinueWhatWasKilledWithTheSameBytes(String format) throws IOException {
    Path source = source();
    train(source, "tok").with(0);
    Program.run(tokenize(source, "undisturbed", format)).with(0);
    Map<String, String> expected = files("undisturbed");

    for (int finished = 1; finished <= 3; finished++) {
      int wanted = finished;
      try (ProgramProcess program =
          ProgramProcess.start(directory, tokenize(source, "killed", format))) {
        program.awaitThat("%d files are finished".formatted(wanted), () -> records() >= wanted);
        program.kill();
      }
    }
    Program.Ended last = Program.run(tokenize(source, "killed", format)).with(0);

    assertThat(files("killed")).isEqualTo(expected);
    assertThat(last.out()).contains("total");
    assertThat(Program.run(tokenize(source, "killed", format)).with(0).err())
        .contains("finished already");
    if (format.equals("bin")) {
      assertThat(trace("killed")).isEqualTo(trace("undisturbed").replace("undisturbed", "killed"));
    }
  }

  private String trace(String output) {
    return Program.run("trace", path(output), "--token", "10000").with(0).out();
  }

  @Test
  @Tag("endurance")
  void shouldContinueASampleThatWasKilledWithTheSameBytes() throws IOException {
    Path source = source();
    Path config = directory.resolve("sample.yaml");
    Files.writeString(
        config,
        "datasets: {made_up: {source: '%s', buckets: {data: {count: 2900}}}}%noutput_dir: x%n"
            .formatted(source));
    Program.run(sampling(config, "undisturbed")).with(0);
    Map<String, String> expected = files("undisturbed");

    do {
      FileTree.deleteAll(directory.resolve("killed"));
      killWithSomeFilesComplete(config);
    } while (!Files.exists(partOf("killed", "00001")));
    Program.Ended last = Program.run(sampling(config, "killed")).with(0);

    assertThat(files("killed")).isEqualTo(expected);
    assertThat(last.out()).contains("2,900 rows in 29 files");
    assertThat(Program.run(sampling(config, "killed")).with(0).out())
        .contains("finished by an earlier run");
  }

  /** Unless it ends before that is noticed: at its end no record of a file is left. */
  private void killWithSomeFilesComplete(Path config) {
    try (ProgramProcess program = ProgramProcess.start(directory, sampling(config, "killed"))) {
      while (!Files.exists(partOf("killed", "00001")) && !program.hasEndedWithin(POLL)) {}
      program.kill();
    }
  }

  private String[] sampling(Path config, String output) {
    return new String[] {
      "sample", "-c", config.toString(), "--output", path(output), "--max-rows", "100"
    };
  }

  private Path partOf(String output, String number) {
    return directory.resolve(output).resolve("_sluice/parts/train-%s.json".formatted(number));
  }

  private long records() {
    Path records = directory.resolve("killed/_sluice/files");
    if (!Files.isDirectory(records)) {
      return 0;
    }
    try (Stream<Path> paths = Files.walk(records)) {
      return paths.filter(path -> path.getFileName().toString().endsWith(".json")).count();
    } catch (IOException | UncheckedIOException e) {
      return 0;
    }
  }

  @Test
  void shouldTrainTheSameBytesWithOneThreadAndLittleMemory() throws IOException {
    Path source = source();

    train(source, "tok").with(0);
    train(source, "little", "--threads", "1", "--memory", "256MiB").with(0);

    assertThat(files("little")).isEqualTo(files("tok"));
    assertThat(train(source, "tok").with(0).err()).contains("finished already");
    assertThat(train(source, "tok", "--lower-case").with(2).lastLine())
        .contains("it was started with lower_case false, but this run has true");
  }

  @Test
  void shouldLeaveNothingBehindWhenStopped() throws IOException {
    List<String> training =
        List.of(
            "train-tokenizer",
            "--input",
            source().toString(),
            "--output",
            "tok",
            "--vocab-size",
            "64000");
    try (ProgramProcess program =
        ProgramProcess.startUntil(
            "it has begun, and writes no result yet",
            () -> List.of("spill").equals(names(".tok.tmp/output")),
            () -> ProgramProcess.start(directory, training),
            directory.resolve("tok"))) {
      program.terminate();
      program.resume();

      assertThat(program.await().exitCode()).isEqualTo(143);
      assertThat(directory.resolve(".tok.tmp")).doesNotExist();
      assertThat(directory.resolve("tok")).doesNotExist();
    }
  }

  private List<String> names(String path) {
    String[] names = directory.resolve(path).toFile().list();
    return names == null ? List.of() : List.of(names);
  }
}
