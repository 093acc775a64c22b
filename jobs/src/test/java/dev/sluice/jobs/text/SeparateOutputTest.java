package dev.sluice.jobs.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeparateOutputTest {
  @TempDir private Path directory;

  @BeforeEach
  void makeDirectories() throws IOException {
    directory = directory.toRealPath();
    for (String name : List.of("in/a", "in/b", "out/in", "in[1]", "beside")) {
      Files.createDirectories(directory.resolve(name));
    }
    Files.writeString(directory.resolve("out/in/x.jsonl"), "");
    Files.createSymbolicLink(directory.resolve("to-in"), directory.resolve("in"));
    Files.createSymbolicLink(directory.resolve("beside/to-out"), directory.resolve("out"));
  }

  private List<String> problems(String output, String input, Path... files) throws IOException {
    return SeparateOutput.problems(
            directory.resolve(output), List.of(directory + "/" + input), List.of(files))
        .stream()
        .map(JobRefusedException.OfOutput::line)
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "in, new",
    "in/a, in/b",
    "in/*.jsonl, in/new",
    "in/a*, in/b",
    "in/*/*.jsonl, beside/new",
    "in/**, new",
    "'in/{a,b}/*.jsonl', in/c",
    "in, inner",
    "in[1], in1",
    "to-in/a, in/b",
    "gone/*.jsonl, out",
  })
  void shouldLetApartWhatIs(String input, String output) throws IOException {
    assertThat(problems(output, input)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "in, in",
    "in, in/new/deep",
    "in/a/.., in/new",
    "to-in, in/new",
    "in, to-in/new",
    "to-in/a/.., in/new",
    "in/*, in/new",
    "in/**, in/new",
    "in/**/*.jsonl, in/new",
    "in/*/*.jsonl, in/new",
    "to-in/*/*.jsonl, in/new",
    "in/*.jsonl, in",
    "'in/{a,n*/b}/*.jsonl', in/new",
    "'{in,other}', in/new",
    "in[1], in[1]/new",
  })
  void shouldSayThatTheOutputIsInside(String input, String output) throws IOException {
    assertThat(problems(output, input))
        .containsExactly(
            "--output %s is inside the input %s: choose a directory outside the input"
                .formatted(directory.resolve(output), directory + "/" + input));
  }

  @ParameterizedTest
  @CsvSource({
    "out/in, out",
    "out/in/x.jsonl, out",
    "out/in/*.jsonl, out",
    "out/in/**, out",
    "beside/to-out/in, out",
    "out/in, beside/to-out",
  })
  void shouldSayThatTheInputIsInside(String input, String output) throws IOException {
    assertThat(problems(output, input))
        .containsExactly(
            "--input: %s is inside --output %s: choose another directory for the output"
                .formatted(directory + "/" + input, directory.resolve(output)));
  }

  @Test
  void shouldFindItsOwnFilesBehindLinksInTheInput() throws IOException {
    Path linked =
        Files.createSymbolicLink(directory.resolve("in/to-out"), directory.resolve("out"));
    Path file = directory.resolve("in/a/own.jsonl");
    Files.createSymbolicLink(file, directory.resolve("out/in/x.jsonl"));
    Path gone = directory.resolve("in/a/gone.jsonl");
    Files.createSymbolicLink(gone, directory.resolve("nowhere"));

    for (Path own : List.of(linked.resolve("in/x.jsonl"), file)) {
      assertThat(problems("out", "in", gone, own))
          .containsExactly(
              "--input: %s is a file in --output %s, perhaps through a link: choose another directory for the output, or remove the link from the input"
                  .formatted(own, directory.resolve("out")));
    }
    assertThat(problems("new", "in", gone, file)).isEmpty();
  }
}
