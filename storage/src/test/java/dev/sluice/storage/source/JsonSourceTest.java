package dev.sluice.storage.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import dev.sluice.core.DumpRule;
import dev.sluice.core.Utf8;
import dev.sluice.core.filter.Filter;
import dev.sluice.storage.json.RecordJson;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.table.TableSchema;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonSourceTest {
  private static final ColumnMapping MAPPING = TestingRows.MAPPING;

  @TempDir Path directory;

  private Path write(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    try (OutputStream out = Files.newOutputStream(file);
        OutputStream packed =
            name.endsWith(".gz")
                ? new GZIPOutputStream(out)
                : name.endsWith(".zst") ? new ZstdOutputStream(out) : out) {
      packed.write(text.getBytes(UTF_8));
    }
    return file;
  }

  private static List<TestingRows.Row> read(Path file, FieldRules rules)
      throws IOException, InterruptedException {
    List<TestingRows.Row> rows = new ArrayList<>();
    JsonSource.open(file, MAPPING, rules).read(row -> rows.add(TestingRows.copy(row)));
    return rows;
  }

  private static String json(TestingRows.Row row) {
    List<String> fields = new ArrayList<>();
    row.text().ifPresent(text -> fields.add("\"text\": \"%s\"".formatted(text)));
    row.score().ifPresent(score -> fields.add("\"score\": " + score));
    row.id().ifPresent(id -> fields.add("\"id\": \"%s\"".formatted(id)));
    fields.add("\"dump\": \"%s\"".formatted(row.dump()));
    return "{" + String.join(", ", fields) + "}";
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.jsonl", "a.JSON", "a.jsonl.gz", "a.json.zst"})
  void shouldReadTheRowsThatParquetHas(String name) throws Exception {
    List<TestingRows.Row> rows = TestingRows.documents(300);
    String lines = rows.stream().map(JsonSourceTest::json).collect(Collectors.joining("\n"));

    Path file = write(name, lines);
    assertThat(JsonSource.reads(file)).isTrue();
    assertThat(read(file, FieldRules.DEFAULT)).isEqualTo(rows);
  }

  @Test
  void shouldReadArraysAndFieldsOfEveryKind() throws Exception {
    Path file =
        write(
            "a.json",
            """
            [{"text": "a\\u00e9\\n\\"", "score": 3, "id": 17, "dump": "wiki"},
             {"text": null, "score": "3", "id": "", "dump": 5},
             {"score": null, "id": null, "dump": null},
             {"text": "b", "score": 1e400, "id": {}, "dump": ["x"]}]
            """);

    assertThat(read(file, FieldRules.OF_SHARDS))
        .containsExactly(
            row(0, "17", "a\u00e9\n\"", OptionalDouble.of(3), "wiki"),
            row(1, null, null, OptionalDouble.of(3), "unknown"),
            row(2, null, null, OptionalDouble.empty(), "unknown"),
            row(3, null, "b", OptionalDouble.of(Double.POSITIVE_INFINITY), "unknown"));
  }

  private static TestingRows.Row row(
      long number, String id, String text, OptionalDouble score, String dump) {
    return new TestingRows.Row(
        number, Optional.ofNullable(id), Optional.ofNullable(text), score, dump);
  }

  @Test
  void shouldTakeFromThePathWhatTheFileLacks() throws Exception {
    Path file =
        write("a.jsonl", "{\"text\": \"a\"}\n{\"text\": \"b\", \"score\": 1, \"dump\": \"x\"}");
    assertThat(read(file, FieldRules.OF_SHARDS.inFile("score=2.5/dump=wiki/a.jsonl")))
        .containsExactly(
            row(0, null, "a", OptionalDouble.of(2.5), "wiki"),
            row(1, null, "b", OptionalDouble.of(1), "x"));
  }

  /** The row's filter: passes, drops, or why it cannot tell. */
  private static List<String> filtered(Path file, String filter)
      throws IOException, InterruptedException {
    return filtered(file, filter, FieldRules.DEFAULT);
  }

  private static List<String> filtered(Path file, String filter, FieldRules rules)
      throws IOException, InterruptedException {
    List<String> rows = new ArrayList<>();
    JsonSource.open(file, MAPPING.filtered(Optional.of(Filter.parse(filter))), rules)
        .read(
            row -> {
              String result = row.passesFilter() ? "passes" : "drops";
              Optional<RowRejection> why = row.rejection();
              assertThat(why.isEmpty() || result.equals("passes")).isTrue();
              rows.add(why.map(each -> each.reason() + ": " + each.message()).orElse(result));
            });
    return rows;
  }

  @Test
  void shouldFilterByFieldsOfEveryKind() throws Exception {
    Path file =
        write(
            "a.jsonl",
            """
            {"text": "a", "score": 1, "n": 9007199254740993, "meta": {"lang": "en"}}
            {"text": "a", "score": 1, "n": 9007199254740992, "meta": {"lang": "e\\u006e"}}
            {"text": "a", "score": 1, "n": 9007199254740993.0, "meta.lang": "en"}
            {"text": "a", "score": 1, "n": 100000000000000000000, "meta": {"lang": "de"}}
            {"text": "a", "score": 1, "n": null, "meta": {}}
            {"text": "a", "score": 1}
            """);

    assertThat(filtered(file, "n >= 9007199254740993"))
        .containsExactly("passes", "drops", "drops", "passes", "drops", "drops");
    assertThat(filtered(file, "meta.lang == 'en'"))
        .containsExactly("passes", "passes", "passes", "drops", "drops", "drops");
    assertThat(filtered(file, "meta is null"))
        .containsExactly("drops", "drops", "passes", "drops", "drops", "passes");
    assertThat(filtered(file, "text == 'a' && n is null"))
        .containsExactly("drops", "drops", "drops", "drops", "passes", "passes");
  }

  /** Dropping or keeping them would be a guess. */
  @Test
  void shouldRejectRowsWithValuesThatTheFilterCannotCompare() throws Exception {
    Path file =
        write(
            "a.jsonl",
            """
            {"text": "a", "score": 1, "n": "9"}
            {"text": "a", "score": 1, "n": 9}
            {"text": "a", "score": 1, "n": 100000000000000000001}
            {"text": "a", "score": 1, "n": 1e400}
            {"text": "a", "score": 1, "n": [9]}
            """);
    String other =
        "filter_type: filter: column n is not a boolean, 64-bit number or string,"
            + " but is compared with 5; expected is null or is not null";

    assertThat(filtered(file, "n > 5"))
        .containsExactly(
            "filter_type: filter: column n is string, but is compared with 5; expected a string in"
                + " quotes",
            "passes",
            other,
            other,
            other);
    assertThat(filtered(file, "n is not null"))
        .containsExactly("passes", "passes", "passes", "passes", "passes");
  }

  @Test
  void shouldTakeOnlyWhatAnObjectLacksFromThePath() throws Exception {
    Path file =
        write(
            "a.jsonl",
            """
            {"text": "a", "score": 1}
            {"text": "a", "score": 1, "year": null, "lang": null}
            {"text": "a", "score": 1, "year": 7, "lang": "en"}
            """);
    FieldRules rules = FieldRules.DEFAULT.inFile("year=2024/lang=de/a.jsonl");

    assertThat(carried(file, "optional int64 year; optional binary lang (STRING);", rules))
        .containsExactly(
            "{\"year\":2024,\"lang\":\"de\"}",
            "{\"year\":null,\"lang\":null}",
            "{\"year\":7,\"lang\":\"en\"}");
    assertThat(filtered(file, "year > 2000 and lang == 'de'", rules))
        .containsExactly("passes", "drops", "drops");
  }

  private static List<String> carried(Path file, String columns)
      throws IOException, InterruptedException {
    return carried(file, columns, FieldRules.DEFAULT);
  }

  private static List<String> carried(Path file, String columns, FieldRules rules)
      throws IOException, InterruptedException {
    TableSchema schema = TableSchema.parse("message m { " + columns + " }");
    RecordJson json = new RecordJson(schema);
    List<String> rows = new ArrayList<>();
    JsonSource.open(file, MAPPING.carrying(Optional.of(schema)), rules)
        .read(
            row ->
                rows.add(
                    row.rejection().isPresent()
                        ? row.rejection().get().reason() + ": " + row.rejection().get().message()
                        : json(json, row.columns())));
    return rows;
  }

  private static String json(RecordJson json, ByteBuffer record) {
    json.write(record.array(), record.position(), record.remaining());
    return new String(json.buffer(), 0, json.length(), UTF_8).strip();
  }

  @Test
  void shouldCarryColumnsAndRejectRowsWithValuesThatTheyCannotHold() throws Exception {
    Path file =
        write(
            "a.jsonl",
            """
            {"score": 1, "text": "a", "n": 9007199254740993, "url": "a\\u00e9", "more": [{"a": 1}]}
            {"score": 1, "text": "a", "n": null, "more": {"b": null}, "other": 1}
            {"score": 1, "text": "a", "n": "7"}
            {"score": 1, "text": "a", "n": 7.0}
            {"score": 1, "text": "a", "n": 9223372036854775808}
            {"score": 1, "text": "a", "url": "\\ud800"}
            {"score": 1, "text": "a", "more": "no JSON"}
            {"score": 1, "text": "a", "tags": []}
            {"score": 1, "text": "a", "tags": null, "small": 7}
            {"score": 1, "text": "a", "small": 3000000000}
            {"score": 1, "text": "a", "url": "%s"}
            """
                .formatted("x".repeat(512 << 10)));
    String columns =
        "optional int64 n; optional binary url (STRING); optional binary more (JSON); optional"
            + " int32 small; optional group tags (LIST) { repeated group list { optional int32"
            + " element; } }";
    String wayOut = ": correct the value, or omit the column from output.columns of a new output";
    String nothing = "\"n\":null,\"url\":null,\"more\":null";

    assertThat(carried(file, columns))
        .containsExactly(
            "{\"n\":9007199254740993,\"url\":\"aé\",\"more\":[{\"a\": 1}],"
                + "\"small\":null,\"tags\":null}",
            "{\"n\":null,\"url\":null,\"more\":{\"b\": null},\"small\":null,\"tags\":null}",
            "column_type: field n is a string, but its column is optional int64 n" + wayOut,
            "column_type: field n is a number with a fraction or an exponent, but its column is"
                + " optional int64 n"
                + wayOut,
            "column_type: field n is a number beyond 64 bits, but its column is optional int64 n"
                + wayOut,
            "column_type: field url has an unpaired surrogate" + wayOut,
            "column_type: field more is a string, but its column is optional binary more (JSON)"
                + wayOut,
            "column_type: field tags is an object or array, but its column is optional group tags"
                + " (LIST) { repeated group list { optional int32 element; } }"
                + wayOut,
            "{" + nothing + ",\"small\":7,\"tags\":null}",
            "column_type: field small is an integer of more than 32 bits, but its column is"
                + " optional int32 small"
                + wayOut,
            "oversize_columns: the columns selected by output.columns take 524,301 bytes, but at"
                + " most 524,288 are allowed");
  }

  /** The rows before the first one that needs the value count. */
  @Test
  void shouldQuarantineAFileWhosePathHasValuesThatDoNotFit() throws Exception {
    Path file =
        write(
            "a.jsonl",
            "{\"text\": \"a\", \"score\": 1, \"year\": 2025}\n{\"text\": \"a\", \"score\": 1}");
    TableSchema schema = TableSchema.parse("message m { optional int64 year; }");
    FieldRules rules = FieldRules.DEFAULT.inFile("year=old/a.jsonl");
    List<Long> rows = new ArrayList<>();

    assertThatThrownBy(
            () ->
                JsonSource.open(
                        file,
                        MAPPING.filtered(Optional.of(Filter.parse("year > 2020 || score > 3"))),
                        rules)
                    .read(row -> rows.add(row.row())))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageContaining(
            "filter: column year is string, but is compared with 2020; expected a string in quotes;"
                + " the directories of the path specify year=old");
    assertThatThrownBy(
            () ->
                JsonSource.open(file, MAPPING.carrying(Optional.of(schema)), rules)
                    .read(row -> rows.add(row.row())))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageContaining("the path has the directory year=old, but column year is int64");
    assertThat(rows).containsExactly(0L, 0L);
  }

  @Test
  void shouldFollowPathsAndRules() throws Exception {
    Path file = write("a.jsonl", "{\"meta\": {\"text\": \"a\", \"score\": 1}, \"dump\": \"x\"}");
    ColumnMapping mapping =
        new ColumnMapping(Optional.of("none"), "meta.text", Optional.empty(), Optional.empty());
    FieldRules rules = new FieldRules(new DumpRule.Constant("wiki"), OptionalDouble.of(3));
    List<TestingRows.Row> rows = new ArrayList<>();

    JsonSource.open(file, mapping, rules).read(row -> rows.add(TestingRows.copy(row)));

    assertThat(rows).containsExactly(row(0, null, "a", OptionalDouble.of(3), "wiki"));
    assertThat(JsonSource.fields(file, mapping))
        .containsExactlyInAnyOrder("meta (JSON)", "dump (JSON)", "meta.text (JSON)");
  }

  private static final String MANY = "{\"text\": \"a\", \"score\": 1}\n".repeat(200);

  @Test
  void shouldTellWhereThereIsNoRow() throws Exception {
    Path file =
        write(
            "a.jsonl",
            MANY
                + "\nnonsense\n{\"text\": \""
                + "x".repeat(JsonSource.MAX_OBJECT_BYTES)
                + "\"}{}\n");
    List<TestingRows.Row> rows = new ArrayList<>();
    List<String> defects = new ArrayList<>();

    JsonSource.open(file, MAPPING, FieldRules.DEFAULT)
        .read(
            row -> {
              rows.add(TestingRows.copy(row));
              row.defect()
                  .ifPresent(why -> defects.add("%s %s".formatted(why.outcome(), why.message())));
            });

    assertThat(rows.subList(199, rows.size()))
        .containsExactly(
            row(199, null, "a", OptionalDouble.of(1), "unknown"),
            row(200, null, null, OptionalDouble.empty(), "unknown"),
            row(201, null, null, OptionalDouble.empty(), "unknown"),
            row(202, null, null, OptionalDouble.empty(), "unknown"));
    assertThat(defects)
        .containsExactly(
            "INVALID_ROW line 202: not a JSON object",
            "REJECTED line 203: the object has more than 33554432 bytes");
  }

  @ParameterizedTest
  @CsvSource({
    "'\"\\ud83d\"', eda0bd",
    "'\"a\\ud83db\"', 61eda0bd62",
    "12, ff3132",
    "'[\"a\"]', ff5b2261225d",
    "true, ff74727565"
  })
  void shouldTakeNothingForATextThatIsNone(String json, String bytes) throws Exception {
    Path file = write("a.jsonl", "{\"text\": %s, \"score\": 1}\n".formatted(json));
    List<String> texts = new ArrayList<>();

    JsonSource source = JsonSource.open(file, MAPPING, FieldRules.DEFAULT);
    source.read(
        row -> {
          ByteBuffer text = row.text();
          assertThat(Utf8.isWellFormed(text.array(), text.position(), text.remaining())).isFalse();
          byte[] copy = new byte[text.remaining()];
          text.get(copy);
          texts.add(HexFormat.of().formatHex(copy));
        });

    assertThat(texts).containsExactly(bytes);
    ByteBuffer again = source.text(0).orElseThrow();
    assertThat(HexFormat.of().formatHex(again.array(), 0, again.remaining())).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource({
    "3.7, 3.7",
    "'\"3.7\"', 3.7",
    "'\"high\"', NaN",
    "'\"\"', NaN",
    "[3.7], NaN",
    "'{\"v\": 1}', NaN",
    "true, NaN",
    "1e999, Infinity",
    "null, "
  })
  void shouldReadScores(String json, Double score) throws Exception {
    Path file = write("a.jsonl", "{\"text\": \"a\", \"score\": %s}\n".formatted(json));
    assertThat(read(file, FieldRules.DEFAULT))
        .containsExactly(
            row(
                0,
                null,
                "a",
                score == null ? OptionalDouble.empty() : OptionalDouble.of(score),
                "unknown"));
  }

  @ParameterizedTest
  @CsvSource({
    "18446744073709551615, 18446744073709551615",
    "-9223372036854775809, -9223372036854775809",
    "20240101000000000001, 20240101000000000001",
    "1.10, 1.10",
    "1e3, 1e3",
    "-0, -0",
    "'\"\\u0061\"', a",
    "'\"\"', ",
    "true, ",
    "null, ",
    "'{\"$oid\": \"a\"}', ",
    "'[\"a\"]', "
  })
  void shouldReadIds(String json, String id) throws Exception {
    Path file = write("a.jsonl", "{\"text\":\"a\",\"score\":1,\"id\":%s}\n".formatted(json));
    assertThat(read(file, FieldRules.DEFAULT))
        .containsExactly(row(0, id, "a", OptionalDouble.of(1), "unknown"));
  }

  @Test
  void shouldRefuseFilesWithoutARequiredField() throws Exception {
    Path file = write("a.jsonl", "{\"text\": \"a\", \"n\": 1}\n".repeat(3));
    assertThatThrownBy(() -> read(file, FieldRules.DEFAULT))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageContaining("no object has a field score; the file has: n, text");
    assertThat(read(write("empty.jsonl", "\n"), FieldRules.DEFAULT)).isEmpty();
  }

  @Test
  void shouldTakeAScoreOfThePathOnlyWhereAnObjectHasNone() throws Exception {
    Path file =
        write(
            "a.jsonl",
            "{\"text\":\"a\"}\n{\"text\":\"b\",\"score\":null}\n{\"text\":\"c\",\"score\":2}\n");
    assertThat(read(file, FieldRules.DEFAULT.inFile("score=4.5/a.jsonl")))
        .extracting(TestingRows.Row::score)
        .containsExactly(OptionalDouble.of(4.5), OptionalDouble.empty(), OptionalDouble.of(2));
    assertThatThrownBy(
            () ->
                read(
                    write("b.jsonl", "{\"score\":2}\n"),
                    FieldRules.DEFAULT.inFile("text=a/b.jsonl")))
        .hasMessageContaining("no object has a field text");
  }

  @Test
  void shouldFindAFieldFarIntoAFile() throws Exception {
    String without = "{\"text\": \"a\"}\n".repeat(10_500);
    Path file = write("a.jsonl", without + "{\"text\": \"a\", \"score\": 1}\n");
    assertThat(read(file, FieldRules.DEFAULT)).hasSize(10_501);
    assertThat(JsonSource.fields(file, MAPPING)).contains("score (JSON)");
  }

  @Test
  void shouldPassOnTheRowsBeforeADamage() throws Exception {
    String lines = "{\"text\": \"%s\", \"score\": 1}\n".formatted("x".repeat(100)).repeat(5_000);
    byte[] whole = Files.readAllBytes(write("a.jsonl.gz", lines));
    Path file = directory.resolve("b.jsonl.gz");
    Files.write(file, Arrays.copyOf(whole, whole.length / 2));
    List<TestingRows.Row> rows = new ArrayList<>();
    JsonSource source = JsonSource.open(file, MAPPING, FieldRules.DEFAULT);

    assertThatThrownBy(() -> source.read(row -> rows.add(TestingRows.copy(row))))
        .isInstanceOf(SourceFormatException.class);
    assertThat(rows).isNotEmpty();
    List<TestingRows.Row> again = new ArrayList<>();
    assertThatThrownBy(() -> source.read(row -> again.add(TestingRows.copy(row))))
        .isInstanceOf(SourceFormatException.class);
    assertThat(again).isEqualTo(rows);
  }

  @Test
  void shouldFindTheTextOfARow() throws Exception {
    Path file =
        write(
            "a.jsonl", "{\"text\": \"a\", \"score\": 1}\n{\"score\": 1}\n{\"text\": \"\\u0062\"}");
    JsonSource source = JsonSource.open(file, MAPPING, FieldRules.DEFAULT);

    assertThat(source.text(2)).contains(ByteBuffer.wrap("b".getBytes(UTF_8)));
    assertThat(source.text(0)).contains(ByteBuffer.wrap("a".getBytes(UTF_8)));
    assertThat(source.text(1)).isEmpty();
    assertThatThrownBy(() -> source.text(3))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageContaining("before row 3");
  }
}
