package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of one data set that do not have the same columns. */
class ColumnsIT {
  private static final int ROWS = 200;
  private static final String DUMP = "CC-MAIN-2025-05";

  private static final String LINES = "{\"docid\": \"a\", \"text\": \"A text.\", \"score\": 4.5}\n";

  @TempDir Path directory;
  private Path input;

  @BeforeEach
  void chooseInput() {
    input = directory.resolve("input");
  }

  /** Ids that other files have too; scores over all buckets. */
  private static List<Sources.Row> rows(int from) {
    List<Sources.Row> rows = new ArrayList<>();
    for (int i = from; i < from + ROWS; i++) {
      String text = "Document %d, of which there is not much to say.".formatted(i);
      rows.add(new Sources.Row("id-" + i, text, 2.5 + i % 25 / 10.0, DUMP));
    }
    return rows;
  }

  private void write(String file, List<String> columns, int from) {
    Sources.write(input.resolve(file), columns, List.of(rows(from)));
  }

  /** What is generated has ten columns in older dumps, and date as the eleventh in newer ones. */
  @Test
  void shouldTakeFilesOfAllShapesThatHoldWhatIsNeeded() {
    Sources.generate(input, 1_500, 2, 5);
    write("data/%s/0.parquet".formatted(DUMP), List.of("text", "score", "dump", "id"), 0);
    write("data/%s/1.parquet".formatted(DUMP), List.of("score", "dump", "text", "id"), 50);
    write("data/%s/2.parquet".formatted(DUMP), List.of("text", "id", "score"), ROWS / 2);
    write("loose/0.parquet", List.of("text", "score", "id"), 3 * ROWS);
    PlainCuration.Result expected = PlainCuration.of(input, PlainCuration.Rules.DEFAULT);

    Job job = Job.of(input, directory.resolve("output"));
    job.run(0);
    Job other = Job.of(input, directory.resolve("other"), "--set", "ingest.push-down=false");
    other.run(0);

    assertThat(Differences.between(expected.kept(), job.result().kept())).isEmpty();
    assertThat(job.result().countersByDump()).isEqualTo(expected.counters());
    assertThat(job.result().counters("unknown")).containsEntry("rows", 2L * ROWS);
    assertThat(other.result().files()).isEqualTo(job.result().files());
  }

  /** All files of an input have ids, or none. */
  @Test
  void shouldQuarantineAFileWithoutIdsAmongOthers() throws IOException {
    write("data/%s/0.parquet".formatted(DUMP), List.of("text", "score"), 0);
    write("data/%s/1.parquet".formatted(DUMP), List.of("id", "text", "score"), 0);
    write("loose/0.parquet", List.of("text", "score"), 0);
    Files.writeString(input.resolve("data").resolve(DUMP).resolve("2.jsonl"), LINES);
    Files.writeString(input.resolve("data").resolve(DUMP).resolve("3.jsonl"), "");

    Job job = Job.of(input, directory.resolve("output"), "--set=input.pattern=**");
    String quarantined = job.run(4).err();

    assertThat(quarantined.lines().filter(line -> line.startsWith("sluice: quarantined ")))
        .satisfiesExactly(
            parquet ->
                assertThat(parquet)
                    .contains("0.parquet", "no column id, which other files of the input have")
                    .contains("Rename the id column of the file"),
            json -> assertThat(json).contains("2.jsonl", "no column id"),
            loose -> assertThat(loose).contains("loose/0.parquet", "no column id"));
    Program.run("validate", job.output().toString(), "--source", input.toString()).with(0);
  }

  /** Where none had ids when a unit began, it may do without; later units may not. */
  @Test
  void shouldRequireIdsFromTheFirstFileOnThatHasThem() {
    Job job = Job.of(input, directory.resolve("output"), "--set=input.dump.path=(?<dump>[^/]+)/");
    write("a/0.parquet", List.of("text", "score"), 0);
    assertThat(job.run(0).err()).contains("no file has the column id");
    write("b/0.parquet", List.of("text", "score", "id"), 0);
    job.run(0);
    write("c/0.parquet", List.of("text", "score"), 0);
    assertThat(job.run(4).err()).contains("quarantined c/0.parquet: no column id");

    assertThat(job.result().counters("a")).containsEntry("missing_id", (long) ROWS);
    assertThat(job.result().counters("b")).containsEntry("rows", (long) ROWS);
    Program.run("validate", job.output().toString(), "--source", input.toString()).with(0);
  }

  @Test
  void shouldQuarantineFilesThatLackWhatIsNeeded() {
    write("data/%s/0.parquet".formatted(DUMP), List.of("id", "text", "dump"), 0);
    write("data/%s/1.parquet".formatted(DUMP), List.of("id", "score", "dump"), 0);
    write("data/%s/2.parquet".formatted(DUMP), List.of("id", "text", "score", "dump"), 0);

    Job job = Job.of(input, directory.resolve("output"));
    assertThat(job.run(4).err().lines().filter(line -> line.startsWith("sluice: quarantined ")))
        .hasSize(2);
    SortedMap<String, String> aside = new TreeMap<>();
    for (JsonNode file : job.result().manifest(DUMP).get("units").get(0).get("quarantined")) {
      aside.put(file.get("file").asText(), file.get("reason").asText());
    }
    assertThat(aside.get("data/%s/0.parquet".formatted(DUMP))).contains("no column score");
    assertThat(aside.get("data/%s/1.parquet".formatted(DUMP))).contains("no column text");
    assertThat(job.result().counters(DUMP)).containsEntry("rows", (long) ROWS);

    Path whole = directory.resolve("whole");
    Sources.write(whole.resolve("2.parquet"), List.of(rows(0)));
    SortedMap<String, List<String>> kept =
        PlainCuration.of(whole, PlainCuration.Rules.DEFAULT).kept();
    assertThat(Differences.between(kept, job.result().kept())).isEmpty();
  }

  @Test
  void shouldRefuseAnInputInWhichNoFileHasWhatIsNeeded() {
    write("data/%s/0.parquet".formatted(DUMP), List.of("id", "text", "dump"), 0);
    write("data/%s/1.parquet".formatted(DUMP), List.of("id", "text"), 0);

    Job job = Job.of(input, directory.resolve("output"));
    assertThat(job.run(2).lastLine())
        .contains("input.columns.score: no file has the column score", "has id (", "text (");
    assertThat(job.output()).doesNotExist();
  }

  /** Another name of the column would be refused: the output has been started with this one. */
  @Test
  void shouldSayThatTheColumnsOfAnOutputAreFixed() {
    write("data/%s/0.parquet".formatted(DUMP), List.of("id", "text", "score", "dump"), 0);
    Job job = Job.of(input, directory.resolve("output"));
    job.run(0);
    write("data/CC-MAIN-2024-18/0.parquet", List.of("id", "text", "dump"), 1);

    assertThat(job.run(2).lastLine())
        .contains("input.columns.score: no file has the column score", "has id (", "text (")
        .contains(
            "The columns of an existing output cannot change: rename the column in the files, or"
                + " start a")
        .contains("new output with --set input.columns.score=");
  }

  /** Without ids nothing is ever a duplicate: a typing error must not switch that off. */
  @Test
  void shouldRefuseNamesOfColumnsThatNoFileHas() {
    write("0.parquet", List.of("id", "text", "score", "dump"), 0);

    Job job =
        Job.of(
            input,
            directory.resolve("output"),
            "--set",
            "input.columns.id=ids",
            "--set",
            "input.columns.dump=crawl");
    assertThat(job.run(2).err())
        .contains(
            "input.columns.id: no file has the column ids",
            "--set input.columns.id=id",
            "input.columns.dump: no file has the column crawl");
    assertThat(job.output()).doesNotExist();
  }

  @Test
  void shouldSayWhatItMeansThatNoFileHasIdsOrDumps() throws Exception {
    write("0.parquet", List.of("text", "score"), 0);

    Program.Ended ended = Job.of(input, directory.resolve("output")).run(0);

    assertThat(ended.out())
        .contains("missing_id: the column id has no id", "--set input.columns.id=NAME")
        .contains("WARNING no row has the name of a dump")
        .containsPattern(
            "Took [0-9.,]+ s after a start of [0-9.]+ s: [0-9.]+ (?:Ki)?B of input at [0-9.]+"
                + " [KM]?i?B/s, 200 documents at");
    JsonNode again =
        new ObjectMapper()
            .readTree(Job.of(input, directory.resolve("other"), "--json").run(0).out());
    assertThat(again.at("/throughput/start_seconds").asDouble()).isPositive();
    assertThat(again.at("/throughput/seconds").asDouble()).isPositive();
    assertThat(again.at("/throughput/documents_read").asLong()).isEqualTo(ROWS);
    assertThat(again.at("/throughput/documents_per_second").asDouble()).isPositive();
    assertThat(again.at("/warnings")).hasSize(1);
    assertThat(
            Job.of(
                    input,
                    directory.resolve("unmapped"),
                    "--set",
                    "input.columns.id=null",
                    "--set",
                    "input.columns.dump=null")
                .run(0)
                .out())
        .doesNotContain("WARNING");
  }
}
