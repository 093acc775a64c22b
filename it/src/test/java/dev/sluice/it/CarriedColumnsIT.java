package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.storage.testing.RichDocuments;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Columns of the source that rows carry along into the shards, of any type. */
class CarriedColumnsIT {
  private static final String DUMP = RichDocuments.DUMP;
  private static final String ALL = "--set=output.columns=all";
  private static final String BY_SOURCE = "--set=topics.text=source";
  private static final String BY_RECORD = "--set=topics.text=record";

  @TempDir Path directory;
  private Path input;
  private final SortedMap<String, String> source = new TreeMap<>();

  @BeforeEach
  void writeInput() throws IOException {
    input = directory.resolve("input");
    write("0.parquet", "int64", "double", true, 0, 400);
    write("1.parquet", "int32", "float", true, 400, 300);
    write("2.parquet", "int64", "double", false, 700, 200);
  }

  private void write(
      String name, String tokens, String quality, boolean complete, int from, int count)
      throws IOException {
    Path file = input.resolve(DUMP).resolve(name);
    for (String row : RichDocuments.write(file, tokens, quality, complete, from, count)) {
      source.put(id(row), row);
    }
  }

  private static String id(String row) {
    return row.substring("id: ".length(), row.indexOf('\n'));
  }

  private Job job(String name, String... options) {
    return Job.of(input, directory.resolve(name), options);
  }

  private SortedMap<String, String> files(String name, String... options) {
    Job job = job(name, options);
    job.run(0);
    return job.result().files();
  }

  private static SortedMap<String, String> rowsById(Job job) {
    SortedMap<String, String> rows = new TreeMap<>();
    for (String file : job.result().files().keySet()) {
      if (file.endsWith(".parquet")) {
        for (String row : rows(job.output().resolve(file))) {
          rows.put(id(row), row);
        }
      }
    }
    return rows;
  }

  private static List<String> rows(Path shard) {
    try {
      return RichDocuments.rows(shard);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void shouldCarryAllColumnsWithTheirTypesWhereverTextsTravel() {
    Job job = job("record", ALL, BY_RECORD);
    job.run(0);
    SortedMap<String, String> kept = rowsById(job);

    assertThat(kept).hasSizeGreaterThan(300);
    for (Map.Entry<String, String> row : kept.entrySet()) {
      assertThat(row.getValue()).isEqualTo(source.get(row.getKey()));
    }
    SortedMap<String, String> expected = job.result().files();
    assertThat(
            files(
                "seven",
                ALL,
                BY_SOURCE,
                "--set=sink.threads=7",
                "--set=ingest.workers=7",
                "--set=ingest.push-down=false"))
        .isEqualTo(expected);
    assertThat(files("large", ALL, BY_RECORD, "--set=input.max-document-size=1KiB"))
        .isEqualTo(expected);
    Program.run("validate", job.output().toString(), "--source", input.toString()).with(0);
  }

  /**
   * It is no name of a dump, whatever shards have under this name otherwise. Shards of carried
   * columns alone have no column that Sluice understands.
   */
  @ParameterizedTest
  @CsvSource({"'\"wiki\"', all", "7, all", "7, [lang]"})
  void shouldCarryTheSourcesOwnDump(String dump, String columns) throws IOException {
    Path own = directory.resolve("own");
    Files.createDirectories(own);
    for (int file = 0; file < 2; file++) {
      StringBuilder rows = new StringBuilder();
      for (int row = 0; row < 40; row++) {
        rows.append(
            "{\"id\": \"%d-%d\", \"text\": \"a text of row %d\", \"score\": 4.5, \"lang\": \"en\", \"dump\": %s}%n"
                .formatted(file, row, row, dump));
      }
      Files.writeString(own.resolve(file + ".jsonl"), rows);
    }
    String mapped = dump.startsWith("\"") ? "dump" : "null";
    Job job =
        Job.of(
            own,
            directory.resolve("out"),
            "--set=output.columns=" + columns,
            "--set=input.columns.dump=" + mapped);
    job.run(0);
    String output = job.output().toString();

    Program.run("validate", output, "--source", own.toString()).with(0);
    Program.run("compact", output).with(0);
    Program.run("validate", output, "--source", own.toString()).with(0);
    Program.run("report", output).with(0);
  }

  /** The sink reads every row from the source, and learns the types from the topics. */
  @Test
  @Tag("endurance")
  void shouldReadColumnsFromTheSourceWhereRolesAreApart() {
    Job expected = job("expected", ALL, "--set=kafka.partitions=8");
    expected.run(0);
    Job job = job("apart", ALL, BY_SOURCE);
    try (Roles roles = Roles.of(directory.resolve("roles"), job)) {
      ProgramThread sink = roles.start("sink", "a");
      roles.start("streams", "a");
      Program.run(roles.arguments("ingest", "a")).with(0);
      sink.awaitThat(
          "the seal", () -> Files.exists(job.output().resolve("_sluice/dumps/" + DUMP + ".json")));
    }
    assertThat(job.result().files()).isEqualTo(expected.result().files());
  }

  @Test
  void shouldRememberTheColumnsCompactThemAndQuarantineOtherTypes() throws IOException {
    Job job = job("output", "--set=output.columns={all-but: [tags, page]}");
    job.run(0);
    int begun = rowsById(job).size();
    write("later/0.parquet", "int32", "double", true, 900, 400);

    Job.of(input, job.output()).run(0);
    Program.run("compact", job.output().toString()).with(0);

    SortedMap<String, String> rows = rowsById(job);
    assertThat(rows).hasSizeGreaterThan(begun + 100);
    for (Map.Entry<String, String> row : rows.entrySet()) {
      String expected = source.get(row.getKey());
      assertThat(row.getValue()).isEqualTo(expected.substring(0, expected.indexOf("tags\n")));
    }
    Program.run("validate", job.output().toString(), "--source", input.toString()).with(0);

    write("last/0.parquet", "boolean", "double", true, 0, 0);
    assertThat(Job.of(input, job.output()).run(4).err())
        .contains(
            "last/0.parquet", "column tokens is boolean in this file, but int64 in this output");
  }

  @Test
  void shouldNameColumnsThatAreMissingOrUnlike() throws IOException {
    assertThat(job("o", "--set=output.columns=[id, text, score, urll]").run(2).err())
        .contains("output.columns: no file has the column urll", "did you mean url?");
    assertThat(job("o", "--set=output.columns={all-but: [pages]}").run(2).err())
        .contains("output.columns: no file has the column pages", "did you mean page?");
    write("4.parquet", "boolean", "double", true, 0, 0);
    assertThat(job("o", ALL).run(2).err())
        .contains("output.columns: column tokens is", "0.parquet, but boolean in", "4.parquet");
    assertThat(directory.resolve("o")).doesNotExist();
  }
}
