package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A URL is never taken for a directory: what cannot be used is refused, and nothing is written. */
class UrlPathsTest {
  private static final String URL = "s3://bucket/x";

  /** Where {@link #URL} would be, taken for a path. */
  private static final Path AS_PATH = Path.of("s3:");

  @TempDir private Path directory;
  private String lines;

  @BeforeEach
  void writeInput() throws IOException {
    lines = Files.writeString(directory.resolve("in.jsonl"), "{\"text\": \"a b\"}\n").toString();
    Files.writeString(directory.resolve("recipe.yaml"), "process: [lowercase]\n");
  }

  @AfterEach
  void removeWhatShouldNotBe() throws IOException {
    if (Files.exists(AS_PATH)) {
      try (Stream<Path> paths = Files.walk(AS_PATH)) {
        for (Path path : paths.sorted((a, b) -> b.compareTo(a)).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  static Stream<String> shouldRefuseUrls() {
    return Stream.of(
        "run --input DIR --output OUT --work-dir URL",
        "run --input DIR --output OUT --set streams.state-dir=URL",
        "config -c URL",
        "config --log-file URL",
        "init LINES --output URL",
        "demo --output URL",
        "dedup --method exact --input LINES --output OUT --work-dir URL",
        "shuffle --input LINES --output OUT --temp-dir URL",
        "split --input LINES --output URL --work-dir URL",
        "tokenize --input LINES --tokenizer URL --output OUT");
  }

  static Stream<String> shouldRefuseUrlsThatNobodyWrites() {
    return Stream.of(
        "run --input DIR --output URL",
        "sink --kafka localhost:1 --output URL",
        "status --output URL",
        "doctor --output URL",
        "reset --all --output URL",
        "generate --output URL --docs 1",
        "validate URL",
        "sample -c SAMPLE --output URL",
        "process -c RECIPE --input LINES --output URL",
        "dedup --method exact --input LINES --output URL",
        "analyze --input LINES --output URL",
        "shuffle --input LINES --output URL",
        "split --input LINES --output URL",
        "train-tokenizer --input LINES --output URL",
        "tokenize --input LINES --tokenizer DIR --output URL",
        "vocabulary --input LINES --output URL");
  }

  static Stream<String> shouldNeedADirectoryBesideAStore() {
    return Stream.of(
        "generate --output URL --docs 4",
        "sample -c SAMPLE --output URL",
        "process -c RECIPE --input LINES --output URL --max-document-size 1MiB",
        "dedup --method exact --input LINES --output URL --max-document-size 1MiB",
        "analyze --input LINES --output URL --max-document-size 1MiB",
        "shuffle --input LINES --output URL",
        "split --input LINES --output URL",
        "train-tokenizer --input LINES --output URL",
        "tokenize --input LINES --tokenizer DIR --output URL",
        "vocabulary --input LINES --output URL");
  }

  static Stream<String> shouldRefuseUrlsThatNobodyReads() {
    return Stream.of(
        "run --input URL --output OUT",
        "ingest --kafka localhost:1 --input URL --output OUT",
        "config --set input.path=URL",
        "init URL",
        "sample -c SAMPLE",
        "validate OUT --source URL",
        "process -c RECIPE --input URL --output OUT",
        "dedup --method exact --input URL --output OUT",
        "analyze --input URL",
        "shuffle --input URL --output OUT",
        "shuffle --input URL:epochs=2 --output OUT",
        "split --input URL --output OUT",
        "train-tokenizer --input URL --output OUT",
        "tokenize --input URL --tokenizer DIR --output OUT",
        "vocabulary --input URL --output OUT",
        "trace URL --token 1");
  }

  @ParameterizedTest
  @MethodSource
  void shouldRefuseUrlsThatNobodyReads(String line) throws IOException {
    refuse(line, "gs://bucket/x", "s3://");
  }

  @ParameterizedTest
  @MethodSource
  void shouldRefuseUrlsThatNobodyWrites(String line) throws IOException {
    refuse(line, "gs://bucket/x", "s3://");
  }

  @ParameterizedTest
  @MethodSource
  void shouldNeedADirectoryBesideAStore(String line) throws IOException {
    refuse(line, URL, "--work-dir: is missing");
  }

  @ParameterizedTest
  @MethodSource
  void shouldRefuseUrls(String line) throws IOException {
    refuse(line, URL, "URLs are not supported");
  }

  /** However it is written, and wherever it is given. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3://key:SECRET@bucket/x",
        "s3://SECRET@bucket/x",
        "s3://key:SEC/SECRET@bucket/x",
        "s3://key:12/SECRET@bucket/x",
        "s3://key:SECRET/bucket/x",
        "hf://user:SECRET@datasets/org/name",
        "https://user:SECRET@host/x",
        "https://user:SEC/SECRET@host/x",
        "https://user:SEC?SECRET#SECRET@ho_st/x",
        "https://host/x?X-Amz-Signature=SECRET",
        "gs://user:SECRET@bucket/x",
        "ftp://user:SECRET/x"
      })
  void shouldShowNoSecretOfAUrl(String url) throws IOException {
    List<String> lines =
        Stream.of(
                shouldRefuseUrlsThatNobodyReads(),
                shouldRefuseUrlsThatNobodyWrites(),
                shouldRefuseUrls())
            .flatMap(Function.identity())
            .toList();
    for (String line : lines) {
      TestingProgram.Ended ended = run(line, url);

      assertThat(ended.exitCode()).as(line).isEqualTo(ExitCode.USAGE);
      assertThat(ended.out() + ended.err())
          .as(line)
          .contains("***")
          .doesNotContain("SECRET", "\tat");
    }
  }

  private void refuse(String line, String url, String why) throws IOException {
    TestingProgram.Ended ended = run(line, url);

    assertThat(ended.err()).contains(url, why).doesNotContain("\tat");
    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(AS_PATH).doesNotExist();
    assertThat(directory.resolve("out")).doesNotExist();
  }

  private TestingProgram.Ended run(String line, String url) throws IOException {
    Files.writeString(
        directory.resolve("sample.yaml"),
        """
        datasets:
          a: {source: "%s", buckets: {b: {count: 1}}}
        output_dir: out
        """
            .formatted(url));
    List<String> arguments =
        Arrays.stream(line.split(" "))
            .map(
                word ->
                    word.replace("URL", url)
                        .replace("OUT", directory.resolve("out").toString())
                        .replace("DIR", directory.toString())
                        .replace("LINES", lines)
                        .replace("RECIPE", directory.resolve("recipe.yaml").toString())
                        .replace("SAMPLE", directory.resolve("sample.yaml").toString()))
            .toList();

    return TestingProgram.run(arguments.toArray(String[]::new));
  }

  /** Behind the name of a bucket, it is no port. */
  @Test
  void shouldTakeTheAmountOfAnInputOffItsUrl() {
    assertThat(
            TestingProgram.run("shuffle", "--input", "gs://bucket:epochs=2", "--output", "out")
                .err())
        .contains("gs://bucket is a URL that cannot be read");
  }

  @Test
  void shouldReportAllOfThemAtOnce() {
    assertThat(
            TestingProgram.run(
                    "dedup",
                    "--method",
                    "exact",
                    "--input",
                    "gs://bucket/a",
                    "--output",
                    "gs://bucket/b")
                .err())
        .contains("gs://bucket/a", "gs://bucket/b");
    assertThat(
            TestingProgram.run("run", "--input", "file:///tmp/x", "--output", "gs://bucket/b")
                .err())
        .contains("input.path", "file:///tmp/x", "output.path", "gs://bucket/b");
  }
}
