package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Dumps of any name, by column, path and constant; scores that are all the same. */
@Order(3)
class DumpsIT {
  private static final int ROWS = 120;
  private static final String WIKI = "wikipedia-2024";
  private static final String CRAWL = "CC-MAIN-2024-10";
  private static final List<String> NAMED = List.of(WIKI, CRAWL, "Books3_v1.1", "../x", "all", "");
  private static final List<String> FILES =
      List.of("data/" + WIKI + "/0.parquet", "data/" + CRAWL + "/1.parquet", "loose.parquet");

  @TempDir Path directory;
  private Path input;

  /** What the column says, and the file, by id. */
  private final Map<String, String> named = new HashMap<>();

  private final Map<String, String> files = new HashMap<>();

  @BeforeEach
  void write() {
    input = directory.resolve("input");
    for (int file = 0; file < FILES.size(); file++) {
      List<Sources.Row> rows = rows(file * ROWS);
      rows.forEach(row -> named.put(row.id(), row.dump()));
      String path = FILES.get(file);
      rows.forEach(row -> files.put(row.id(), path));
      Sources.write(input.resolve(path), List.of(rows));
    }
  }

  private static List<Sources.Row> rows(int from) {
    List<Sources.Row> rows = new ArrayList<>();
    for (int i = from; i < from + ROWS; i++) {
      String text = "Document %d, of which there is not much to say.".formatted(i);
      rows.add(new Sources.Row("id-" + i, text, 2.5 + i % 25 / 10.0, NAMED.get(i % NAMED.size())));
    }
    return rows;
  }

  private Job job(String name, String... settings) {
    List<String> options = new ArrayList<>();
    for (String setting : settings) {
      options.addAll(List.of("--set", setting));
    }
    return Job.of(input, directory.resolve(name), options.toArray(String[]::new));
  }

  /** Which documents are kept depends on no dump: those of the default, in other directories. */
  private SortedMap<String, List<String>> keptAs(UnaryOperator<String> dumpOfId) {
    SortedMap<String, List<String>> kept = new TreeMap<>();
    PlainCuration.of(input, PlainCuration.Rules.DEFAULT)
        .kept()
        .forEach(
            (directory, lines) ->
                lines.forEach(
                    line ->
                        kept.computeIfAbsent(
                                directory.split("/")[0] + "/" + dumpOfId.apply(line.split(" ")[0]),
                                key -> new ArrayList<>())
                            .add(line)));
    kept.values().forEach(Collections::sort);
    return kept;
  }

  private static void assertValid(Job job) {
    Program.run("validate", job.output().toString(), "--source", job.input().toString()).with(0);
  }

  private static String safe(String dump) {
    return List.of(WIKI, CRAWL, "Books3_v1.1").contains(dump) ? dump : "unknown";
  }

  @Test
  void shouldTakeOnlyCrawlsOfTheColumnByDefault() {
    Job job = job("output");
    job.run(0);
    assertThat(job.result().dumps()).containsExactly(CRAWL, "unknown");
    assertThat(job.result().kept())
        .isEqualTo(keptAs(id -> named.get(id).equals(CRAWL) ? CRAWL : "unknown"));
    assertValid(job);
  }

  @Test
  void shouldSayHowOtherNamesCount() {
    List<Sources.Row> rows =
        rows(0).stream()
            .map(row -> new Sources.Row(row.id(), row.text(), row.score(), WIKI))
            .toList();
    Path alone = directory.resolve("alone");
    Sources.write(alone.resolve("0.parquet"), List.of(rows));
    assertThat(Job.of(alone, directory.resolve("output")).run(0).out())
        .contains("WARNING no row has the name of a dump")
        .contains(
            "--set input.columns.dump=NAME; if this column holds such names in a form other than"
                + " CC-MAIN-..., with")
        .contains("with --set input.dump.column=dump.");
  }

  @Test
  void shouldSayWhichNamesOfDumpsAreAllowed() {
    Path odd = directory.resolve("odd");
    List<Sources.Row> rows =
        rows(0).stream()
            .map(row -> new Sources.Row(row.id(), row.text(), row.score(), "Market alışverişi"))
            .toList();
    Sources.write(odd.resolve("0.parquet"), List.of(rows));
    assertThat(
            Job.of(odd, directory.resolve("output"), "--set=input.dump.column=dump").run(0).out())
        .contains("WARNING no row has the name of a dump in the column dump")
        .contains("Names have 1 to 128 of the characters `0-9` `A-Z` `a-z`");
    assertThat(
            Job.of(
                    odd,
                    directory.resolve("matched"),
                    "--set=input.dump.column=dump",
                    "--set=input.dump.match=(?<dump>CC-[0-9]+)")
                .run(0)
                .out())
        .contains(
            "input.dump.match finds no name of a dump in the values of the column dump: all"
                + " documents are in the directory unknown.")
        .doesNotContain("Names have");
  }

  /** The counters are those of all rows, also where no shard says how they are laid out. */
  @Test
  void shouldCountRowsWhereNothingIsKept() {
    List<Sources.Row> rows =
        rows(0).stream()
            .map(row -> new Sources.Row(row.id(), row.text(), 700.0, row.dump()))
            .toList();
    Path perplexities = directory.resolve("perplexities");
    Sources.write(perplexities.resolve("0.parquet"), List.of(rows));
    for (String layout : List.of("[bucket]", "[bucket, dump]")) {
      Program.Ended ended =
          Job.of(
                  perplexities,
                  directory.resolve("output" + layout.length()),
                  "--set=output.partition-by=" + layout,
                  "--set=score.max=1.0")
              .run(0);
      assertThat(ended.out())
          .containsPattern("rows read +" + ROWS)
          .containsPattern("invalid_score +" + ROWS)
          .contains(
              "WARNING no document was kept. Of %d rows, %d are invalid_score"
                  .formatted(ROWS, ROWS))
          .contains("because of a score above 1.0")
          .doesNotContain("FineWeb-Edu");
    }
  }

  private Job byColumn(String name, boolean pushDown, String text) {
    return job(
        name,
        "input.dump.column=dump",
        "output.columns=[id, text, score, dump]",
        "ingest.push-down=" + pushDown,
        "topics.text=" + text);
  }

  @Test
  void shouldTakeAllNamesOfANamedColumn() {
    Job job = byColumn("output", true, "source");
    job.run(0);
    assertThat(job.result().kept()).isEqualTo(keptAs(id -> safe(named.get(id))));
    assertThat(job.result().dumps()).containsExactly("Books3_v1.1", CRAWL, "unknown", WIKI);
    assertThat(job.result().counters(WIKI)).containsEntry("rows", FILES.size() * ROWS / 6L);
    assertValid(job);
    Job other = byColumn("other", false, "record");
    other.run(0);
    assertThat(other.result().files()).isEqualTo(job.result().files());

    SortedMap<String, List<String>> before = job.result().kept();
    Program.run("compact", "--output", job.output().toString()).with(0);
    assertThat(job.result().kept()).isEqualTo(before);
    assertValid(job);
    Program.run("reset", "--output", job.output().toString(), "--dump", WIKI, "--units").with(0);
    assertThat(job.result().dumps()).isEmpty();
  }

  @Test
  void shouldFindNamesInTheValuesOfANamedColumn() {
    Path segments = directory.resolve("segments");
    for (int file = 0; file < FILES.size(); file++) {
      List<Sources.Row> rows =
          rows(file * ROWS).stream()
              .map(
                  row ->
                      new Sources.Row(
                          row.id(),
                          row.text(),
                          row.score(),
                          "crawl-data/%s/segments/%s.gz".formatted(row.dump(), row.id())))
              .toList();
      Sources.write(segments.resolve(FILES.get(file)), List.of(rows));
    }
    Job job =
        Job.of(
            segments,
            directory.resolve("output"),
            "--set=input.dump.column=dump",
            "--set=input.dump.match=crawl-data/(?<dump>[^/]+)/");
    job.run(0);
    assertThat(job.result().kept()).isEqualTo(keptAs(id -> safe(named.get(id))));
    assertThat(job.result().dumps()).containsExactly("Books3_v1.1", CRAWL, "unknown", WIKI);
    assertValid(job);
  }

  @Test
  void shouldTakeDumpsOfPaths() {
    Job job = job("output", "input.dump.path=(?<dump>[^/]+)/[^/]+$");
    Program.Ended ended = job.run(0);
    assertThat(ended.out()).contains("Sealed: .#1, data/" + CRAWL + "#1\n");
    assertThat(ended.err())
        .containsOnlyOnce("finds no dump in the paths of 1 of 3 files, such as loose.parquet");
    assertThat(job.result().kept())
        .isEqualTo(
            keptAs(
                id -> {
                  String[] names = files.get(id).split("/");
                  return names.length > 1 ? names[1] : "unknown";
                }));
    assertValid(job);
  }

  @Test
  void shouldGiveAllRowsTheSameDumpAndContinueWithIt() {
    Job job = job("output", "input.dump.constant=" + WIKI);
    job.run(0);
    assertThat(job.result().kept()).isEqualTo(keptAs(id -> WIKI));
    assertThat(job.result().counters(WIKI)).containsEntry("rows", (long) FILES.size() * ROWS);

    Sources.write(input.resolve("z.parquet"), List.of(rows(FILES.size() * ROWS)));
    job("output").run(0);
    assertThat(job.result().kept()).isEqualTo(keptAs(id -> WIKI));
    assertValid(job);
    assertThat(job("output", "input.dump.constant=wiki").run(2).err())
        .contains("input.dump.constant: is wiki, but the output was started with " + WIKI);
    assertThat(job("output", "input.dump.constant=null", "input.columns.dump=dump").run(2).err())
        .contains("input.dump.constant: is null, but the output was started with " + WIKI);
  }

  @Test
  void shouldCurateACorpusWithoutScoresAndDumps() {
    Path plain = directory.resolve("plain");
    Sources.write(plain.resolve("0.parquet"), List.of("id", "text"), List.of(rows(0)));
    Job job =
        Job.of(
            plain,
            directory.resolve("output"),
            "--set=score.constant=4.5",
            "--set=input.dump.constant=" + WIKI,
            "--set=operators=[{field-range: {field: score, min: 4.5, max: 4.5}}]");
    job.run(0);
    assertThat(job.result().rows("4.0/" + WIKI)).hasSize(ROWS).allMatch(row -> row.score() == 4.5);
    assertThat(job.result().dumps()).containsExactly(WIKI);
    assertValid(job);
    assertThat(Job.of(plain, directory.resolve("other")).run(2).err())
        .contains("input.columns.score: no file has the column score");
  }

  @ParameterizedTest
  @CsvSource({
    "input.dump.constant=a/b, input.dump.constant (--set): \"a/b\" is not allowed; must be 1 to"
        + " 128",
    "input.dump.path=data, input.dump.path (--set): \"data\" is not allowed; must be a regular",
    "input.dump.column=crawl, input.dump.column: no file has the column crawl",
    "score.constant=9, score.constant (--set): with 9.0"
  })
  void shouldRefuse(String setting, String problem) {
    Job job = job("output", setting);
    assertThat(job.run(2).err()).contains(problem);
    assertThat(job.output()).doesNotExist();
  }
}
