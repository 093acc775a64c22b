package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.storage.table.TestingFile;
import dev.sluice.storage.testing.RichDocuments;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows chosen by a condition on any columns of the source. */
class FilterIT {
  private static final String DUMP = RichDocuments.DUMP;
  private static final String KEEP_ALL = "--set=buckets=[{name: all, min: 0, max: inf, rate: 1}]";

  @TempDir Path directory;
  private Path input;
  private final List<String> rows = new ArrayList<>();

  @BeforeEach
  void writeInput() throws IOException {
    input = directory.resolve("input");
    rows.addAll(RichDocuments.write(file("0.parquet"), "int64", "double", true, 0, 300));
    rows.addAll(RichDocuments.write(file("1.parquet"), "int32", "float", true, 300, 200));
    rows.addAll(RichDocuments.write(file("2.parquet"), "int64", "double", false, 500, 200));
  }

  private Path file(String name) {
    return input.resolve(DUMP).resolve(name);
  }

  private Job job(String name, String filter, String... more) {
    return job(input, name, filter, more);
  }

  private Job job(Path from, String name, String filter, String... more) {
    List<String> options = new ArrayList<>(List.of(KEEP_ALL, "--set=filter=" + filter));
    options.addAll(List.of(more));
    return Job.of(from, directory.resolve(name), options.toArray(String[]::new));
  }

  /** The values of a row, by the names of columns that are not in groups. */
  private static SortedMap<String, String> values(String row) {
    SortedMap<String, String> values = new TreeMap<>();
    for (String line : row.split("\n")) {
      int at = line.indexOf(": ");
      if (at > 0 && line.charAt(0) != ' ') {
        values.put(line.substring(0, at), line.substring(at + 2));
      }
    }
    return values;
  }

  private List<String> ids(Predicate<Map<String, String>> condition) {
    return rows.stream()
        .map(FilterIT::values)
        .filter(condition)
        .map(values -> values.get("id"))
        .sorted()
        .toList();
  }

  private static List<String> kept(Job job) {
    return job.result().kept().values().stream()
        .flatMap(List::stream)
        .map(line -> line.substring(0, line.indexOf(' ')))
        .sorted()
        .toList();
  }

  @Test
  void shouldReadTheRowsForWhichItIsTrue() {
    String filter = "tokens >= 100 and quality < 120.5 && (url is null || contains(url, '/2'))";
    List<String> expected =
        ids(
            row ->
                row.containsKey("tokens")
                    && Long.parseLong(row.get("tokens")) >= 100
                    && Double.parseDouble(row.get("quality")) < 120.5
                    && (!row.containsKey("url") || row.get("url").contains("/2")));
    assertThat(expected).hasSizeBetween(50, 600);

    Job job = job("output", filter);
    job.run(0);
    Job all = job("all", filter, "--set=ingest.push-down=false", "--set=topics.text=record");
    all.run(0);

    assertThat(kept(job)).isEqualTo(expected);
    assertThat(job.result().counters(DUMP))
        .containsEntry("rows", (long) rows.size())
        .containsEntry("filtered_out", (long) rows.size() - expected.size());
    assertThat(all.result().files()).isEqualTo(job.result().files());
    Program.run("validate", job.output().toString(), "--source", input.toString()).with(0);
  }

  /** A row that it cannot compare is neither kept nor dropped for what it says. */
  @Test
  void shouldReadTheSameRowsOfJsonAndRejectWhatItCannotCompare() throws IOException {
    String filter = "tokens >= 100 and page.seen and (url is null || contains(url, '/2'))";
    Files.delete(file("1.parquet")); // of other types
    Job expected = job("expected", filter);
    expected.run(0);
    Path shuffled = directory.resolve("shuffled");
    Program.run(
            "shuffle",
            "--input=" + input,
            "--output=" + shuffled,
            "--union",
            "--format=jsonl",
            "--seed=1")
        .with(0);
    Path json = Files.createDirectories(directory.resolve("json"));
    try (Stream<Path> files = Files.list(shuffled)) {
      for (Path file : files.filter(each -> each.toString().contains(".jsonl")).toList()) {
        Files.copy(file, json.resolve(file.getFileName()));
      }
    }
    String odd =
        "{\"id\": \"odd\", \"text\": \"a\", \"score\": 3, \"dump\": \"%s\", \"tokens\": \"9\"}\n";
    Files.writeString(json.resolve("odd.jsonl"), odd.formatted(DUMP));

    Job job = job(json, "output", filter);
    assertThat(job.run(0).out()).contains("rejected", "odd.jsonl");
    Job all = job(json, "all", filter, "--set=ingest.push-down=false");
    all.run(0);

    assertThat(kept(job)).isNotEmpty().isEqualTo(kept(expected));
    assertThat(job.result().counters(DUMP))
        .containsEntry("rows", 501L)
        .containsEntry("rejected", 1L)
        .containsEntry("filtered_out", 500L - kept(expected).size());
    assertThat(job.result().manifest(DUMP).at("/operators/rejected/filter_type").asLong())
        .isEqualTo(1);
    assertThat(all.result().files()).isEqualTo(job.result().files());
    assertThat(Program.run("peek", "rejects", "--output", job.output().toString()).with(0).out())
        .contains(
            "rejected: filter: column tokens is string, but is compared with 100", "odd.jsonl");
    Program.run("validate", job.output().toString(), "--source", json.toString()).with(0);
  }

  @Test
  void shouldAskForFieldsOfStructuresAndWholeColumns() {
    String filter = "page.seen and labels is not null and price is not null";

    Job job = job("output", filter);
    job.run(0);

    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      if (i % 2 == 0 && i % 4 != 0) {
        expected.add("id-" + i);
      }
    }
    assertThat(kept(job)).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void shouldSayWhatIsWrongWithIt() {
    assertThat(job("o", "tokens >").run(2).err())
        .contains("filter (--set): found the end at character 9; expected a number");
    assertThat(job("o", "tokenz > 3").run(2).err())
        .contains("filter: no file has the column tokenz");
    assertThat(job("o", "tokens == 'x'").run(2).err())
        .contains("0.parquet", "filter: column tokens is integer, but is compared with 'x'");
    assertThat(directory.resolve("o")).doesNotExist();
  }

  @Test
  void shouldQuarantineAFileOnWhichItCannotBeDecided() throws IOException {
    RichDocuments.write(file("3.parquet"), "boolean", "double", true, 0, 0);

    Job job = job("output", "tokens > 5");
    assertThat(job.run(4).err())
        .contains("3.parquet", "filter: column tokens is boolean, but is compared with 5");
  }

  /** A name with a dot is that of a column, or of a field of a structure. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "optional binary lang.code (STRING); | lang.code == 'en' | 1",
        "optional binary lang.code (STRING); | `lang.code` == 'en' | 1",
        "optional binary lang.code (STRING); | lang is not null | no file has the column lang;",
        "optional binary lang.code (STRING); | code == 'en' | no file has the column code;",
        "optional group lang { optional binary code (STRING); } | lang.code == 'en' | 1",
        "optional group lang { optional binary code (STRING); } | lang is not null | 2",
        "optional group a { optional group b { optional binary c; } } | a.b is not null | 1",
        "optional binary lang.code (STRING); optional group lang { optional binary code; } |"
            + " lang.code == 'en' | filter: more than one column is named lang.code: rename"
            + " all but one",
      })
  void shouldFindAColumnByItsWholeName(String columns, String filter, String result)
      throws IOException {
    MessageType schema =
        TestingFile.schema(
            "message m { required binary text (STRING); required double score; %s }"
                .formatted(columns));
    List<Group> rows = new ArrayList<>();
    for (String code : List.of("en", "de")) {
      Group row = TestingFile.row(schema).append("text", "a text").append("score", 4.5);
      for (Type column : schema.getFields().subList(2, schema.getFieldCount())) {
        add(row, column, code);
      }
      rows.add(row);
    }
    Path dots = Files.createDirectories(directory.resolve("dots"));
    TestingFile.PLAIN.write(dots.resolve("0.parquet"), schema, rows);
    Job job = job(dots, "output", filter);
    if (result.matches("[0-9]")) {
      job.run(0);
      assertThat(kept(job)).hasSize(Integer.parseInt(result));
    } else {
      assertThat(job.run(2).err()).contains(result);
    }
  }

  /** Of structures within structures, only the first row has one. */
  private static void add(Group row, Type column, String code) {
    if (column.isPrimitive()) {
      row.add(column.getName(), code);
    } else if (column.asGroupType().getType(0).isPrimitive()) {
      row.addGroup(column.getName()).add(0, code);
    } else if (code.equals("en")) {
      row.addGroup(column.getName()).addGroup(0).add(0, code);
    } else {
      row.addGroup(column.getName());
    }
  }

  /** Of a large row group, no row is taken before all of it is known to be readable. */
  @Test
  void shouldTakeNoRowOfARowGroupWithADamagedPageThatOnlyTheFilterReads() throws IOException {
    MessageType schema = TestingFile.schema(TestingFile.DOCUMENTS);
    String text = "a text ".repeat(7_000);
    long marker = 0x1122334455667788L;
    List<Group> groups = new ArrayList<>();
    for (int i = 0; i < 800; i++) {
      groups.add(
          TestingFile.row(schema)
              .append("token_count", i == 790 ? marker : i)
              .append("id", "large-" + i)
              .append("text", text + i)
              .append("score", 4.5));
    }
    Path large = directory.resolve("large");
    Files.createDirectories(large);
    TestingFile.PLAIN.write(large.resolve("0.parquet"), schema, groups);
    spoil(large.resolve("0.parquet"), marker);
    TestingFile.PLAIN.write(large.resolve("1.parquet"), schema, groups.subList(0, 30));

    Job job = job(large, "output", "token_count >= 0");
    assertThat(job.run(4).err()).contains("quarantined 0.parquet: row group 0");
    assertThat(job.result().counters("unknown")).containsEntry("rows", 30L);
    Program.Ended validated =
        Program.run("validate", job.output().toString(), "--source", large.toString()).with(0);
    assertThat(validated.out()).doesNotContain("can be read now");
  }

  private static void spoil(Path file, long number) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    int at = 0;
    while (bytes.getLong(at) != number) {
      at++;
    }
    Files.write(file, bytes.putLong(at, ~number).array());
  }
}
