package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A control file that is not what was written: the message names it, and shows no Java. */
class DamagedOutputTest {
  private static final List<String> DAMAGED = List.of("", "\0\0\0", "{", "{}", "null", "[1]");

  @TempDir private Path directory;
  private Path output;

  @BeforeEach
  void begin() throws IOException {
    output = Files.createDirectories(directory.resolve("out"));
    Files.createDirectories(output.resolve("_sluice/dumps"));
    Files.createDirectories(directory.resolve("in"));
  }

  private TestingProgram.Ended run(String line) {
    return TestingProgram.run(
        Arrays.stream(line.split(" "))
            .map(word -> word.equals("OUT") ? output.toString() : word)
            .map(word -> word.equals("IN") ? directory.resolve("in").toString() : word)
            .toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run --input IN --output OUT",
        "sink --kafka localhost:1 --output OUT",
        "status --output OUT",
        "doctor --output OUT",
        "compact OUT --below 1GB",
        "reset --output OUT --all",
        "reset --output OUT --dump CC-MAIN-2024-10"
      })
  void shouldNameTheOwnerThatCannotBeRead(String line) throws IOException {
    Path owner = output.resolve("_sluice/owner.json");
    for (String damaged : DAMAGED) {
      Files.writeString(owner, damaged);

      TestingProgram.Ended ended = run(line);

      assertThat(ended.exitCode()).as(line).isNotZero();
      assertThat(ended.err())
          .as("%s with %s", line, damaged)
          .contains(owner + " is not readable: ")
          .doesNotContain("unexpected failure", "\tat ");
    }
  }

  @Test
  void shouldNameTheRecordOfAJobThatCannotBeRead() throws IOException {
    Path lines = Files.writeString(directory.resolve("in.jsonl"), "{\"text\": \"a b\"}\n");
    Path record = output.resolveSibling(".out.shuffle.json");
    Files.delete(output.resolve("_sluice/dumps"));
    Files.delete(output.resolve("_sluice"));
    for (String damaged : DAMAGED) {
      Files.writeString(record, damaged);

      TestingProgram.Ended ended =
          run("shuffle --progress none --input %s --output OUT".formatted(lines));

      assertThat(ended.exitCode()).isNotZero();
      assertThat(ended.err())
          .as(damaged)
          .contains(record + " is not readable: ")
          .doesNotContain("unexpected failure", "\tat ");
    }
  }
}
