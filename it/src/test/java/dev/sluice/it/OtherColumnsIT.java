package dev.sluice.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.storage.testing.RichDocuments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns for the filter and the shards are found in every format. */
class OtherColumnsIT {
  private static final int ROWS = 600;
  private static final String KEEP_ALL = "--set=buckets=[{name: all, min: 0, max: inf, rate: 1}]";
  private static final String ALL = "--set=output.columns=all";
  private static final String FILTER =
      "--set=filter=tokens >= 9007199254740993 and adult is not null and quality < 70.5";

  @TempDir Path directory;
  private Path json;
  private Path parquet;

  /** The same rows in the same order in two formats. */
  @BeforeEach
  void write() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      lines.add(line(i));
    }
    Path file = directory.resolve("rows.jsonl");
    Files.writeString(file, String.join("\n", lines), UTF_8);
    json = shuffled(file, "json", "jsonl");
    parquet = shuffled(file, "parquet", "parquet");
  }

  private static String line(int i) {
    return """
    {"id": "id-%d", "text": "Document %d, of which there is not much to say.", "score": %s, \
    "url": %s, "tokens": %d, "quality": %s, "adult": %s, "page": {"kb": [%d]}, "none": null}\
    """
        .formatted(
            i,
            i,
            2.5 + i % 25 / 10.0,
            i % 3 == 0 ? "null" : "\"https://example.org/%d/\\u00e9\"".formatted(i),
            9_007_199_254_740_983L + i,
            i % 4 == 0 ? String.valueOf(i / 4) : String.valueOf(i / 4.0),
            i % 5 == 0 ? "null" : i % 2 == 0,
            i);
  }

  private Path shuffled(Path file, String name, String format) throws IOException {
    Path made = directory.resolve("made-" + name);
    Program.run("shuffle", "--input=" + file, "--output=" + made, "--format=" + format, "--seed=1")
        .with(0);
    Path input = Files.createDirectories(directory.resolve(name));
    try (Stream<Path> files = Files.list(made)) {
      for (Path each : files.filter(one -> one.toString().endsWith("." + format)).toList()) {
        Files.copy(each, input.resolve("a." + format));
      }
    }
    return input;
  }

  private Job job(Path input, String name, String... options) {
    List<String> all = new ArrayList<>(List.of(options));
    all.add(KEEP_ALL);
    return Job.of(input, directory.resolve(name), all.toArray(String[]::new));
  }

  private static SortedMap<String, String> shards(Job job) {
    SortedMap<String, String> shards = new TreeMap<>(job.result().files());
    shards.keySet().removeIf(path -> !path.startsWith("en/"));
    return shards;
  }

  private static void validate(Job job) {
    Program.run("validate", job.output().toString(), "--source", job.input().toString()).with(0);
  }

  @Test
  void shouldMakeTheSameShardsOfEveryFormat() {
    Job expected = job(parquet, "expected", ALL, FILTER);
    expected.run(0);
    Job job = job(json, "output", ALL, FILTER, "--set=topics.text=source");
    job.run(0);
    Job large = job(json, "large", ALL, FILTER, "--set=input.max-document-size=1KiB");
    large.run(0);

    assertThat(shards(job)).isNotEmpty().isEqualTo(shards(expected)).isEqualTo(shards(large));
    assertThat(job.result().countersByDump()).isEqualTo(expected.result().countersByDump());
    assertThat(job.result().counters("unknown").get("kept")).isBetween(100L, 400L);
    validate(job);
  }

  @Test
  void shouldRejectRowsWithValuesOfOtherTypesThanTheColumnsOfTheOutput() throws IOException {
    Job job = job(json, "output", ALL);
    job.run(0);
    Files.writeString(
        json.resolve("later.jsonl"),
        "{\"id\": \"x\", \"text\": \"a text that is long enough\", \"score\": 3, \"tokens\": 1.5}\n"
            + "{\"id\": \"y\", \"text\": \"a text that is long enough\", \"score\": 3, \"tokens\":"
            + " 1}\n");
    Job later = job(json, "output");
    assertThat(later.run(0).out()).contains("rejected", "later.jsonl");

    assertThat(later.result().counters("unknown"))
        .containsEntry("rows", ROWS + 2L)
        .containsEntry("rejected", 1L)
        .containsEntry("kept", ROWS + 1L);
    assertThat(later.result().manifest("unknown").at("/operators/rejected/column_type").asLong())
        .isEqualTo(1);
    assertThat(Program.run("peek", "rejects", "--output", later.output().toString()).with(0).out())
        .contains("rejected: field tokens is a number with a fraction", "later.jsonl");
    validate(later);
  }

  /** Numbers take the types that Parquet files have, if these can hold them. */
  @Test
  void shouldTakeOneTypeForFilesOfBothFormats() throws IOException {
    Files.writeString(
        parquet.resolve("b.jsonl"),
        "{\"id\": \"x\", \"text\": \"a text that is long enough\", \"score\": 3, \"quality\": 7,"
            + " \"more\": true}\n");
    Job job = job(parquet, "output", ALL);
    job.run(0);
    assertThat(job.result().counters("unknown")).containsEntry("kept", ROWS + 1L);
    validate(job);
  }

  private static String row(String id, String more) {
    return "{\"id\": \"%s\", \"text\": \"a text that is long enough\", \"score\": 3%s}\n"
        .formatted(id, more);
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** Lines with id, lang and year. */
  private static List<String> kept(Job job) throws IOException {
    List<String> rows = new ArrayList<>();
    for (String shard : shards(job).keySet()) {
      for (String row : RichDocuments.rows(job.output().resolve(shard))) {
        rows.add(row.replaceAll("(?m)^(text|score): .*\n", "").replace("\n", " ").strip());
      }
    }
    return rows.stream().sorted().toList();
  }

  @Test
  void shouldCarryNothingWhereThereIsNothingElse() throws IOException {
    Path input = directory.resolve("few");
    write(input.resolve("0.jsonl"), row("a", "") + row("b", ""));
    Job job = job(input, "output", ALL);
    job.run(0);
    assertThat(kept(job)).containsExactly("id: a", "id: b");
    validate(job);
  }

  /** A value is a number where a file has numbers; a column of the file wins. */
  @Test
  void shouldTakeColumnsFromDirectories() throws IOException {
    Path input = directory.resolve("directories");
    Path file = directory.resolve("rows.jsonl");
    Files.writeString(file, row("a", "") + row("b", ", \"lang\": \"fr\""));
    Path made = shuffled(file, "few", "parquet").resolve("a.parquet");
    Path there = input.resolve("lang=en/year=2024/0.parquet");
    Files.createDirectories(there.getParent());
    Files.copy(made, there);
    write(input.resolve("lang=d%65/year=2023/0.jsonl"), row("c", "") + row("d", ", \"year\": 7"));
    write(input.resolve("lang=de/year=2025/0.jsonl"), row("e", "") + row("f", ", \"year\": null"));
    String[] options = {
      "--set=output.columns=[id, text, score, lang, year]",
      "--set=filter=lang == 'de' and (year is null or year < 2024) or year == 2024"
    };
    Job job = job(input, "output", options);
    job.run(0);

    assertThat(kept(job))
        .containsExactly(
            "id: a year: 2024", // its lang is null in the file
            "id: b lang: fr year: 2024",
            "id: c lang: de year: 2023",
            "id: d lang: de year: 7",
            "id: f lang: de");
    validate(job);
    assertThat(Program.run("status", "--output", job.output().toString()).with(0).out())
        .isNotEmpty();

    write(input.resolve("lang=en/year=old/1.jsonl"), row("g", "") + row("h", ", \"year\": 2024"));
    Files.createDirectories(input.resolve("lang=en/year=older"));
    Files.copy(made, input.resolve("lang=en/year=older/1.parquet"));
    assertThat(job(input, "output").run(4).err())
        .contains(
            "quarantined lang=en/year=old/1.jsonl",
            "the path has the directory year=old, but column year is int64 in this output",
            "quarantined lang=en/year=older/1.parquet",
            "the path has the directory year=older, but column year is int64 in this output");
    assertThat(job(input, "other", options[1]).run(4).err())
        .contains("filter: column year is string, but is compared with 2024", "year=old");
    validate(job(input, "other"));
    validate(job);
  }

  @Test
  void shouldRefuseToBeginWithFieldsOfSeveralKinds() throws IOException {
    Files.writeString(
        json.resolve("b.jsonl"),
        "\n"
            + "{\"text\": \"a\", \"score\": 3}\n"
            + "{\"text\": \"a\", \"score\": 3, \"tokens\": \"many\"}\n");
    Job job = job(json, "output", ALL);
    assertThat(job.run(2).err())
        .contains(
            "output.columns: column tokens is a number in a.jsonl, row 0, and a string in b.jsonl,"
                + " row 1: convert the values to one type, or omit the column");
    Files.writeString(
        parquet.resolve("b.jsonl"), "{\"text\": \"a\", \"score\": 3, \"tokens\": \"many\"}\n");
    assertThat(job(parquet, "other", ALL).run(2).err())
        .contains("output.columns: column tokens is int64 in", "but binary STRING in", "b.jsonl");
    assertThat(job(json, "third", "--set=output.columns=[id, text, urll]").run(2).err())
        .contains("no file has the column urll; available columns are", "did you mean url?");
  }
}
