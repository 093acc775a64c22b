package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts that stay in the source: the files are those of texts that travel, or the sink stops. */
class SourceTextsIT {
  private static final String DUMP = "CC-MAIN-2024-10";
  private static final String FILE = DUMP + "/rows.parquet";
  private static final String RENAMED = "other.parquet";

  @TempDir Path directory;

  private SortedMap<String, String> files(Path input, String name, String... options) {
    Job job = Job.of(input, directory.resolve(name), options);
    job.run(0);
    return job.result().files();
  }

  @Test
  @Tag("endurance")
  void shouldWriteTheFilesOfTextsThatTravel() {
    Path input = Undisturbed.source();
    String keepAll = "--set=dedup.scope=none";
    SortedMap<String, String> expected =
        files(input, "record", "--set=topics.text=record", "--set=sink.threads=1");

    assertThat(files(input, "auto")).isEqualTo(expected);
    assertThat(files(input, "one", "--set=topics.text=source", "--set=sink.threads=1"))
        .isEqualTo(expected);
    assertThat(
            files(
                input,
                "seven",
                "--set=topics.text=source",
                "--set=sink.threads=7",
                "--set=ingest.workers=7",
                "--set=ingest.push-down=false",
                "--set=ingest.transaction-bytes=64KiB"))
        .isEqualTo(expected);
    assertThat(files(input, "small", "--memory=916MiB")).isEqualTo(expected);
    assertThat(files(input, "all", keepAll))
        .isEqualTo(files(input, "all-record", keepAll, "--set=topics.text=record"));
  }

  /** Rows of several dumps alternate, and some texts are larger than those that may travel. */
  @Test
  void shouldWriteTheSameFilesOfMixedDumpsAndLargeTexts() {
    List<Sources.Row> rows = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      String text = ("text " + i + " é ").repeat(i % 50 == 0 ? 20_000 : 1 + i);
      rows.add(new Sources.Row("id-" + i % 250, text, 2.8 + i % 20 / 10.0, dump(i)));
    }
    Path input = directory.resolve("input");
    Sources.write(input.resolve(FILE), List.of(rows.subList(0, 120), rows.subList(120, 300)));
    String small = "--set=input.max-document-size=64KiB";

    SortedMap<String, String> expected = files(input, "record", "--set=topics.text=record");
    assertThat(files(input, "source", "--set=topics.text=source")).isEqualTo(expected);
    assertThat(files(input, "small-record", small, "--set=topics.text=record")).isEqualTo(expected);
    assertThat(files(input, "small-source", small)).isEqualTo(expected);
  }

  private static String dump(int row) {
    return row % 3 == 0 ? "CC-MAIN-2024-18" : row % 7 == 0 ? "no dump" : DUMP;
  }

  private static List<Sources.Row> rows() {
    List<Sources.Row> rows = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      rows.add(new Sources.Row("id-" + i, "text %02d ".formatted(i).repeat(50), 4.5, DUMP));
    }
    return rows;
  }

  /** The sink stops, names the row, and continues when the file is as it was. */
  @ParameterizedTest
  @Tag("endurance")
  @ValueSource(strings = {"removed", "renamed", "truncated", "overwritten", "swapped"})
  void shouldStopAtASourceThatHasChangedAndContinue(String how) throws IOException {
    Path input = directory.resolve("input");
    Path file = input.resolve(FILE);
    Sources.write(file, List.of(rows()));
    Path copy = Files.copy(file, directory.resolve("copy"));
    Job job =
        Job.of(
            input,
            directory.resolve("out"),
            "--set=topics.text=source",
            "--set=io.retries=1",
            "--set=io.backoff=10ms");
    try (Roles roles = Roles.of(directory.resolve("roles"), job)) {
      Program.run(roles.arguments("ingest", "a")).with(0);
      roles.start("streams", "a");
      change(how, file);

      Program.Ended sink = Program.run(roles.arguments("sink", "a")).with(1);

      assertThat(sink.lastLine()).contains("the text of " + FILE + " row ", expected(how));
      Path manifest = job.output().resolve("_sluice/dumps/" + DUMP + ".json");
      assertThat(manifest).doesNotExist();
      Files.deleteIfExists(file.resolveSibling(RENAMED));
      Files.deleteIfExists(file);
      Files.copy(copy, file);
      ProgramThread again = roles.start("sink", "a");
      again.awaitThat(
          "the seal", () -> Files.exists(job.output().resolve("_sluice/dumps/" + DUMP + ".json")));
    }
    Job plain = Job.of(input, directory.resolve("plain"), "--set=kafka.partitions=8");
    plain.run(0);
    assertThat(job.result().files()).isEqualTo(plain.result().files());
  }

  private static void change(String how, Path file) throws IOException {
    long bytes = Files.size(file);
    switch (how) {
      case "removed" -> Files.delete(file);
      case "renamed" -> Files.move(file, file.resolveSibling(RENAMED));
      case "truncated" -> {
        try (RandomAccessFile shorter = new RandomAccessFile(file.toFile(), "rw")) {
          shorter.setLength(bytes / 2);
        }
      }
      case "overwritten" -> {
        try (RandomAccessFile same = new RandomAccessFile(file.toFile(), "rw")) {
          same.write(new byte[(int) bytes / 2]);
        }
      }
      case "swapped" -> {
        List<Sources.Row> rows = rows();
        List<String> texts = new ArrayList<>(rows.stream().map(Sources.Row::text).toList());
        Collections.swap(texts, 0, 1);
        List<Sources.Row> swapped = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
          swapped.add(new Sources.Row(rows.get(i).id(), texts.get(i), 4.5, DUMP));
        }
        Files.delete(file);
        Sources.write(file, List.of(swapped));
      }
      default -> throw new IllegalArgumentException(how);
    }
  }

  private static String expected(String how) {
    return switch (how) {
      case "removed", "renamed" ->
          "is still needed, but this file does not exist. Restore the file, and keep source files"
              + " until their unit is sealed";
      case "swapped" ->
          "has changed since it was ingested: the file has a different text at this place";
      default -> "has changed since it was ingested";
    };
  }
}
