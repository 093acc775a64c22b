package dev.sluice.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON lines as input of the main job: the shards are those of Parquet with the same rows. */
@Order(3)
class JsonInputIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int FILES = 4;
  private static final int ROWS = 400;
  private static final List<String> ENDINGS = List.of("jsonl", "jsonl.gz", "json", "json.gz");
  private static final List<String> DUMPS =
      List.of("CC-MAIN-2024-10", "CC-MAIN-2024-18", "wikipedia-2024");

  private static final String PATTERN = "input.pattern=**/*.{jsonl,json,jsonl.gz,json.gz,parquet}";

  @TempDir static Path everything;
  private static Path parquet;

  private static final String STAY = "the texts of Parquet files are read again";

  /** A run on Parquet with the same rows. */
  private static Job expected;

  @TempDir Path directory;
  private Path json;

  @BeforeAll
  static void runOnParquet() {
    parquet = everything.resolve("parquet");
    for (int file = 0; file < FILES; file++) {
      Sources.write(parquet.resolve(path(file, "parquet")), List.of(rows(file)));
    }
    expected = Job.of(parquet, everything.resolve("expected"), "--set", PATTERN);
    assertThat(expected.run(0).err()).contains(STAY);
  }

  @BeforeEach
  void write() throws IOException {
    json = directory.resolve("json");
    for (int file = 0; file < FILES; file++) {
      write(json.resolve(path(file, ENDINGS.get(file))), rows(file));
    }
  }

  private static String path(int file, String ending) {
    return (file < 2 ? "data/CC-MAIN-2024-10/" : "") + file + "." + ending;
  }

  /** Some ids in several files, texts with all that JSON escapes. */
  private static List<Sources.Row> rows(int file) {
    List<Sources.Row> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      String text =
          "Größe \"%d\" of\tfile %d \\ \u0001\n漢字 \uD83D\uDE00 ".formatted(i, file).repeat(i % 90);
      rows.add(
          new Sources.Row(
              "id-" + (file * ROWS * 3 / 4 + i), text, i % 56 / 10.0, DUMPS.get(i % DUMPS.size())));
    }
    return rows;
  }

  private static void write(Path file, List<Sources.Row> rows) throws IOException {
    Files.createDirectories(file.getParent());
    boolean array = file.toString().contains(".json.") || file.toString().endsWith(".json");
    String text =
        rows.stream()
            .map(JsonInputIT::line)
            .collect(
                Collectors.joining(array ? ",\n" : "\n", array ? "[" : "", array ? "]\n" : "\n"));
    try (OutputStream out = Files.newOutputStream(file);
        OutputStream packed = file.toString().endsWith(".gz") ? new GZIPOutputStream(out) : out) {
      packed.write(text.getBytes(UTF_8));
    }
  }

  private static String line(Sources.Row row) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("score", row.score());
    fields.put("text", row.text());
    fields.put("more", List.of(Map.of("text", "no"), 1));
    fields.put("id", row.id());
    fields.put("dump", row.dump());
    try {
      return JSON.writeValueAsString(fields);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private Job job(Path input, String output, String... settings) {
    List<String> options = new ArrayList<>(List.of("--set", PATTERN));
    for (String setting : settings) {
      options.addAll(List.of("--set", setting));
    }
    return Job.of(input, directory.resolve(output), options.toArray(String[]::new));
  }

  private static SortedMap<String, String> shards(Job job) {
    SortedMap<String, String> shards = new TreeMap<>(job.result().files());
    shards.keySet().removeIf(path -> !path.startsWith("en/"));
    return shards;
  }

  private static void assertValid(Job job) {
    Program.run("validate", job.output().toString(), "--source", job.input().toString()).with(0);
  }

  /** Runs it, and again. */
  private static void assertSame(Job job, Job ofParquet) {
    job.run(0);
    assertThat(shards(job)).isNotEmpty().isEqualTo(shards(ofParquet));
    assertThat(job.result().countersByDump()).isEqualTo(ofParquet.result().countersByDump());
    assertValid(job);
    assertThat(job.run(0).out()).startsWith("Nothing new");
  }

  @Test
  void shouldMakeTheSameShardsAsOfParquet() {
    assertSame(job(json, "output", "topics.text=record", "ingest.push-down=false"), expected);
  }

  /** Texts too large for a record stay in the source, and are found there from its beginning. */
  @ParameterizedTest
  @Tag("endurance")
  @ValueSource(
      strings = {
        "topics.text=source",
        "topics.text=record",
        "ingest.push-down=false",
        "input.max-document-size=1KiB"
      })
  void shouldMakeTheSameShardsAsOfParquet(String setting) {
    assertSame(job(json, "output", setting), expected);
  }

  @Test
  @Tag("endurance")
  void shouldMakeTheSameShardsWithOperatorsAndOtherDumps() {
    String[] settings = {"input.dump.column=dump", "operators=[{word-count: {min: 20}}]"};
    Job other = job(parquet, "other", settings);
    other.run(0);
    assertSame(job(json, "output", settings), other);
  }

  /** Texts that are too large for a record are looked for in either kind of source. */
  @Test
  void shouldReadParquetAndJsonInOneUnit() throws IOException {
    for (int file : new int[] {0, 3}) {
      Files.delete(json.resolve(path(file, ENDINGS.get(file))));
      Sources.copyFile(parquet.resolve(path(file, "parquet")), json.resolve(path(file, "parquet")));
    }
    assertSame(job(json, "output", "input.max-document-size=1KiB"), expected);
  }

  /** Whether texts stay in the source, are too large for a record, or neither. */
  @ParameterizedTest
  @ValueSource(
      strings = {"topics.text=source", "topics.text=record", "input.max-document-size=1KiB"})
  void shouldReadParquetUnderTheNameOfJson(String setting) throws IOException {
    for (int file : new int[] {1, 2}) {
      Path named = json.resolve(path(file, ENDINGS.get(file)));
      Files.delete(named);
      Sources.copyFile(parquet.resolve(path(file, "parquet")), named);
    }
    assertSame(job(json, "output", setting), expected);
  }

  @Test
  void shouldCountWhatIsNoObjectAndQuarantineWhatIsDamaged() throws IOException {
    String lines =
        rows(9).subList(0, 110).stream().map(row -> line(row) + "\n").collect(Collectors.joining());
    String large = "{\"text\": \"%s\"}\n".formatted("x".repeat(33 << 20));
    Files.writeString(json.resolve("lines.jsonl"), lines + "nonsense\n{\"text\": 1}\n" + large);
    Path damaged = json.resolve(path(1, ENDINGS.get(1)));
    byte[] whole = Files.readAllBytes(damaged);
    Files.write(damaged, Arrays.copyOf(whole, whole.length / 2));
    Files.writeString(json.resolve("none.jsonl"), "{\"a\": 1, \"id\": \"x\"}\n");

    Job job = job(json, "output");
    Program.Ended ended = job.run(4);

    assertThat(ended.err())
        .as("texts of JSON travel")
        .doesNotContain(STAY)
        .contains("sluice: quarantined " + path(1, ENDINGS.get(1)))
        .contains("quarantined none.jsonl: no object has a field text; the file has: a, id");
    assertThat(job.result().counters("unknown"))
        .containsEntry("invalid_row", 1L)
        .containsEntry("rejected", 1L)
        .containsEntry("missing_score", 2L);
    assertThat(Program.run("peek", "rejects", "--output", job.output().toString()).with(0).out())
        .contains("invalid_row: line 111: not a JSON object")
        .contains("rejected: line 113: the object has more than 33554432 bytes");
    long rows = 0;
    for (String dump : job.result().dumps()) {
      rows += job.result().counters(dump).get("rows");
    }
    assertThat(rows).isBetween(3L * ROWS + 114 + 1, 4L * ROWS + 114 - 1);
    assertValid(job);
  }

  /** Without ids, a look at the first objects must not take the rows before a damage. */
  @Test
  void shouldCountTheRowsBeforeADamageInAFileWithoutIds() throws IOException {
    String lines = "{\"text\": \"a text that is long enough\", \"score\": 4}\n".repeat(300);
    Path in = Files.createDirectories(directory.resolve("in"));
    Files.writeString(in.resolve("a.jsonl"), lines + "{\"text\": \"cut");
    Job job = job(in, "output");
    assertThat(job.run(4).err())
        .contains("quarantined a.jsonl: line 301: the file ends in the middle of");
    assertThat(job.result().counters("unknown")).containsEntry("rows", 300L);
    assertValid(job);
  }

  @Test
  void shouldReadAFileThatIsNamed() {
    String name = path(2, ENDINGS.get(2));
    Path output = directory.resolve("output");
    Program.run("run", "--input", json.resolve(name).toString(), "--output", output.toString())
        .with(0);
    assertThat(
            new Output(output)
                .countersByDump().values().stream().mapToLong(c -> c.get("rows")).sum())
        .isEqualTo(ROWS);
  }

  @Test
  void shouldReadWhatAGlobNames() {
    Path output = directory.resolve("output");
    String glob = json.resolve("**/*.json*").toString();
    Program.run("run", "--input", glob, "--output", output.toString()).with(0);
    assertThat(new Output(output).countersByDump()).isEqualTo(expected.result().countersByDump());
  }

  @Test
  void shouldRefuseFieldsThatNoFileHas() {
    Job job = job(json, "output", "input.columns.text=content");
    assertThat(job.run(2).err())
        .contains("input.columns.text: no file has the column content", "text (JSON)");
    assertThat(job.output()).doesNotExist();
  }
}
