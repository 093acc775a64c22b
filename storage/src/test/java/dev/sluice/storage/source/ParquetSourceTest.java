package dev.sluice.storage.source;

import static dev.sluice.storage.source.TestingRows.MAPPING;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.core.DumpPath;
import dev.sluice.core.DumpRule;
import dev.sluice.core.filter.Filter;
import dev.sluice.storage.page.PageBuffers;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.table.TestingFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ParquetSourceTest {
  @TempDir private Path directory;

  static Stream<TestingFile> formats() {
    return Stream.of(
            CompressionCodecName.UNCOMPRESSED,
            CompressionCodecName.SNAPPY,
            CompressionCodecName.GZIP,
            CompressionCodecName.ZSTD,
            CompressionCodecName.LZ4,
            CompressionCodecName.LZ4_RAW)
        .flatMap(
            codec ->
                Stream.of(WriterVersion.values())
                    .flatMap(
                        version ->
                            Stream.of(true, false)
                                .map(
                                    dictionary ->
                                        new TestingFile(codec, version, dictionary, 37))));
  }

  @ParameterizedTest
  @MethodSource("formats")
  void shouldReadEveryCodecPageVersionAndEncoding(TestingFile format) throws Exception {
    List<TestingRows.Row> rows = TestingRows.documents(100);
    Path file = documents(format, rows);

    assertThat(TestingRows.read(file, MAPPING)).isEqualTo(rows);
  }

  @Test
  void shouldNumberRowsThroughAllRowGroups() throws Exception {
    Path file = documents(TestingFile.PLAIN.rowsPerGroup(3), TestingRows.documents(100));

    ParquetSource source = ParquetSource.open(file, MAPPING);

    assertThat(source.rows()).isEqualTo(100);
    assertThat(source.rowGroups()).isEqualTo(34);
    assertThat(source.rows(33)).isEqualTo(1);
    assertThat(source.firstRow(33)).isEqualTo(99);
    assertThat(each(source, 33, SourceRow::row)).containsExactly(99L);
    assertThat(each(source, 2, SourceRow::row)).containsExactly(6L, 7L, 8L);
  }

  @Test
  void shouldReportTheMemoryOfARead() throws Exception {
    Path file = documents(TestingFile.PLAIN, TestingRows.documents(100));

    ParquetSource source = ParquetSource.open(file, MAPPING);

    assertThat(source.uncompressedBytes(0)).isBetween(Files.size(file) * 8 / 10, Files.size(file));
    assertThat(source.readBytes(0))
        .isBetween(2 * source.uncompressedBytes(0), 3 * source.uncompressedBytes(0) + (1 << 18));
  }

  @Test
  void shouldReadAFileWithoutRows() throws Exception {
    Path file = documents(TestingFile.PLAIN, List.of());

    assertThat(ParquetSource.open(file, MAPPING).rows()).isZero();
    assertThat(TestingRows.read(file, MAPPING)).isEmpty();
  }

  @Test
  void shouldReachIntoStructs() throws Exception {
    Path file =
        file(
            """
            optional group metadata { optional float finemath_scores; required binary id; }
            required group body { optional group inner { required binary text (STRING); } }
            """,
            full -> {
              full.addGroup("metadata").append("finemath_scores", 4.5f).append("id", "a");
              full.addGroup("body").addGroup("inner").append("text", "hello");
            },
            partial -> {
              partial.addGroup("metadata").append("id", "b");
              partial.addGroup("body");
            },
            empty -> empty.addGroup("body"));

    List<TestingRows.Row> rows =
        TestingRows.read(
            file,
            new ColumnMapping(
                Optional.of("metadata.id"),
                "body.inner.text",
                "metadata.finemath_scores",
                Optional.empty()));

    assertThat(rows)
        .containsExactly(
            new TestingRows.Row(
                0, Optional.of("a"), Optional.of("hello"), OptionalDouble.of(4.5), "unknown"),
            new TestingRows.Row(
                1, Optional.of("b"), Optional.empty(), OptionalDouble.empty(), "unknown"),
            new TestingRows.Row(
                2, Optional.empty(), Optional.empty(), OptionalDouble.empty(), "unknown"));
  }

  static Stream<String> scoreTypes() {
    return Stream.of(
        "int32 score (INTEGER(8,true))",
        "int32 score (INTEGER(16,false))",
        "int32 score",
        "int64 score",
        "int64 score (INTEGER(64,false))",
        "int32 score (DECIMAL(5,0))",
        "int64 score (DECIMAL(15,0))",
        "float score",
        "double score");
  }

  @ParameterizedTest
  @MethodSource("scoreTypes")
  void shouldTakeScoresOfAnyNumericType(String column) throws Exception {
    assertThat(score(column, ParquetSourceTest::appendThree)).isEqualTo(3.0);
  }

  private static void appendThree(Group row) {
    switch (row.getType().getType("score").asPrimitiveType().getPrimitiveTypeName()) {
      case INT32 -> row.append("score", 3);
      case INT64 -> row.append("score", 3L);
      case FLOAT -> row.append("score", 3f);
      default -> row.append("score", 3d);
    }
  }

  @Test
  void shouldReadUnsignedHalfAndDecimalScoresAsTheyAreMeant() throws Exception {
    assertThat(score("int32 score (INTEGER(32,false))", row -> row.append("score", -1)))
        .isEqualTo(4294967295.0);
    assertThat(score("int64 score (INTEGER(64,false))", row -> row.append("score", -1L)))
        .isEqualTo(18446744073709551615.0);
    assertThat(score("int32 score (DECIMAL(5,2))", row -> row.append("score", -325)))
        .isEqualTo(-3.25);
    assertThat(
            score(
                "fixed_len_byte_array(3) score (DECIMAL(5,2))",
                row -> row.append("score", binary(0xFF, 0xFE, 0xBB))))
        .isEqualTo(-3.25);
    assertThat(half(0x00, 0x44)).isEqualTo(4.0);
    assertThat(half(0x01, 0x80)).isEqualTo(-Math.scalb(1.0, -24));
    assertThat(half(0x00, 0x7C)).isInfinite();
    assertThat(half(0x01, 0x7E)).isNaN();
  }

  /** As Polars writes counts. */
  @Test
  void shouldFilterByUnsignedNumbersAsTheyAreMeant() throws Exception {
    Path file =
        file(
            "required binary text; required double score; optional int32 n (INTEGER(32,false));",
            row -> row.append("text", "t").append("score", 1.0).append("n", 7),
            row -> row.append("text", "t").append("score", 1.0).append("n", -1),
            row -> row.append("text", "t").append("score", 1.0).append("n", Integer.MIN_VALUE));

    assertThat(passing(file, "n > 7")).containsExactly(1L, 2L);
    assertThat(passing(file, "n == 4294967295")).containsExactly(1L);
    assertThat(passing(file, "n < 0")).isEmpty();
  }

  private List<Long> passing(Path file, String filter) throws Exception {
    List<Long> passing = new ArrayList<>();
    ParquetSource.open(file, MAPPING.filtered(Optional.of(Filter.parse(filter))))
        .read(
            0,
            row -> {
              if (row.passesFilter()) {
                passing.add(row.row());
              }
            });
    return passing;
  }

  private double half(int low, int high) throws Exception {
    return score(
        "fixed_len_byte_array(2) score (FLOAT16)", row -> row.append("score", binary(low, high)));
  }

  private static Binary binary(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return Binary.fromConstantByteArray(bytes);
  }

  private double score(String column, Consumer<Group> fill) throws Exception {
    Path file =
        file(
            "required binary text; required %s;".formatted(column),
            fill.andThen(row -> row.append("text", "t")));
    return TestingRows.read(file, MAPPING).get(0).score().orElseThrow();
  }

  @Test
  void shouldRefuseNumbersThatTheirColumnHasNoPlaceFor() {
    for (int value : new int[] {128, -129, 262147}) {
      assertThatThrownBy(
              () -> score("int32 score (INTEGER(8,true))", row -> row.append("score", value)))
          .isInstanceOf(SourceFormatException.class)
          .hasMessageContaining(
              value
                  + " is out of range for a column of type INTEGER(8,true): must be from -128 to"
                  + " 127");
    }
    for (int value : new int[] {-1, 65536}) {
      assertThatThrownBy(() -> id("int32 id (INTEGER(16,false))", row -> row.append("id", value)))
          .isInstanceOf(SourceFormatException.class)
          .hasMessageContaining("must be from 0 to 65535");
    }
  }

  @Test
  void shouldTakeIntegersAndUuidsAsIds() throws Exception {
    assertThat(id("int64 id", row -> row.append("id", -7L))).isEqualTo("-7");
    assertThat(id("int64 id (INTEGER(64,false))", row -> row.append("id", -1L)))
        .isEqualTo("18446744073709551615");
    assertThat(id("int32 id", row -> row.append("id", 12))).isEqualTo("12");
    assertThat(
            id(
                "fixed_len_byte_array(16) id (UUID)",
                row ->
                    row.append("id", binary(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))))
        .isEqualTo("00010203-0405-0607-0809-0a0b0c0d0e0f");
    assertThat(id("fixed_len_byte_array(2) id", row -> row.append("id", binary('x', 'y'))))
        .isEqualTo("xy");
  }

  private String id(String column, Consumer<Group> fill) throws Exception {
    Path file =
        file(
            "required binary text; required double score; required %s;".formatted(column),
            fill.andThen(row -> row.append("text", "t").append("score", 1.0)));
    return TestingRows.read(file, MAPPING).get(0).id().orElseThrow();
  }

  @Test
  void shouldTreatAnEmptyIdAndAForeignDumpAsAbsent() throws Exception {
    Path file =
        file(
            "required binary text; required double score; required binary id;"
                + " required binary dump;",
            row ->
                row.append("text", "")
                    .append("score", 1.0)
                    .append("id", "")
                    .append("dump", "../../etc"));

    assertThat(TestingRows.read(file, MAPPING))
        .containsExactly(
            new TestingRows.Row(
                0, Optional.empty(), Optional.of(""), OptionalDouble.of(1), "unknown"));
  }

  @Test
  void shouldListTheColumnsWhenARequiredOneIsMissing() throws Exception {
    Path file = documents(TestingFile.PLAIN, TestingRows.documents(3));
    ColumnMapping mapping =
        new ColumnMapping(Optional.of("none"), "body", "score", Optional.of("nothing"));

    SourceFormatException thrown =
        catchThrowableOfType(SourceFormatException.class, () -> ParquetSource.open(file, mapping));

    assertThat(thrown)
        .hasMessage(file + ": " + thrown.reason())
        .hasMessageContaining("no column body; the file has: token_count (int64), ")
        .hasMessageContaining("text (binary STRING)");
    assertThat(thrown.file()).isEqualTo(file);
    assertThat(ParquetSource.columns(file)).hasSize(5).contains("score (double)");
  }

  @Test
  void shouldReadAFileWithoutTheOptionalColumns() throws Exception {
    List<TestingRows.Row> documents = TestingRows.documents(5);
    Path file = documents(TestingFile.PLAIN, documents);
    ColumnMapping mapping =
        new ColumnMapping(Optional.of("none"), "text", "score", Optional.of("nothing"));

    List<TestingRows.Row> rows = TestingRows.read(file, mapping);

    assertThat(rows)
        .extracting(TestingRows.Row::text)
        .isEqualTo(documents.stream().map(TestingRows.Row::text).toList());
    assertThat(rows).allMatch(row -> row.id().isEmpty() && row.dump().equals("unknown"));
  }

  @Test
  void shouldTakeDumpsAndScoresAsTheRulesSay() throws Exception {
    Path file =
        file(
            "required binary text; optional double score; optional binary dump;",
            row -> row.append("text", "a").append("score", 1.0).append("dump", "wiki"),
            row -> row.append("text", "b").append("dump", "CC-MAIN-2024-10"),
            row -> row.append("text", "c").append("dump", "a/b"),
            row -> row.append("text", "d"));
    DumpRule wiki = new DumpRule.OfPath(DumpPath.of("(?<dump>wiki.*)/"));

    assertThat(read(file, MAPPING, FieldRules.DEFAULT))
        .containsExactly("unknown 1.0", "CC-MAIN-2024-10 -", "unknown -", "unknown -");
    assertThat(read(file, MAPPING, FieldRules.OF_SHARDS))
        .containsExactly("wiki 1.0", "CC-MAIN-2024-10 -", "unknown -", "unknown -");
    ColumnMapping textAlone = ColumnMapping.textAlone("text");
    assertThat(read(file, textAlone, new FieldRules(wiki, OptionalDouble.of(3)).inFile("wiki2/x")))
        .hasSize(4)
        .containsOnly("wiki2 3.0");
    assertThat(read(file, textAlone, new FieldRules(wiki, OptionalDouble.empty()).inFile("x")))
        .containsOnly("unknown -");
  }

  /** As {@code printf %s größe | md5sum} says. */
  @Test
  void shouldMakeIdsOfTexts() throws Exception {
    Path file =
        file(
            "optional binary text;",
            row -> row.append("text", "größe"),
            row -> row.append("text", ""),
            row -> {},
            row -> row.append("text", "größe"));
    ParquetSource source =
        ParquetSource.open(file, ColumnMapping.textAlone("text"), FieldRules.DEFAULT.withTextIds());

    assertThat(each(source, 0, row -> row.hasId() + " " + new String(row.id(), UTF_8)))
        .containsExactly(
            "true fdbb3a56280acfa9031707622c599ccb",
            "true d41d8cd98f00b204e9800998ecf8427e",
            "false ",
            "true fdbb3a56280acfa9031707622c599ccb");
  }

  @Test
  void shouldTakeFromThePathWhatTheFileLacks() throws Exception {
    Path file =
        file(
            "required binary text; optional double score;",
            row -> row.append("text", "a").append("score", 1.0),
            row -> row.append("text", "b"));
    ColumnMapping other = new ColumnMapping(Optional.empty(), "text", "q", Optional.of("dump"));
    FieldRules rules = FieldRules.DEFAULT.inFile("dump=CC-MAIN-2024-10/q=4.5/score=3/x.parquet");

    assertThat(read(file, other, rules)).containsOnly("CC-MAIN-2024-10 4.5");
    assertThat(read(file, MAPPING, rules))
        .containsExactly("CC-MAIN-2024-10 1.0", "CC-MAIN-2024-10 -");
    assertThat(read(file, other, FieldRules.DEFAULT.inFile("q=high/x")))
        .containsOnly("unknown NaN");
    assertThat(read(file, other, FieldRules.DEFAULT.inFile("q=1/dump=wiki/x")))
        .containsOnly("unknown 1.0");
    assertThatThrownBy(() -> read(file, other, FieldRules.DEFAULT.inFile("Q=1/x")))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageContaining("no column q");
  }

  private static List<String> read(Path file, ColumnMapping mapping, FieldRules rules)
      throws IOException, InterruptedException {
    return each(
        ParquetSource.open(file, mapping, rules),
        0,
        row -> row.dump() + " " + (row.hasScore() ? row.score() : "-"));
  }

  private static <T> List<T> each(ParquetSource source, int rowGroup, Function<SourceRow, T> value)
      throws IOException, InterruptedException {
    List<T> values = new ArrayList<>();
    source.read(rowGroup, row -> values.add(value.apply(row)));
    return values;
  }

  @Test
  void shouldTakeScoresThatAreStringsAndNoOtherTypes() throws Exception {
    Consumer<Group> others =
        row ->
            row.append("text", "t")
                .append("flag", true)
                .append("date", 5L)
                .append("old", binary(new int[12]));
    Path file =
        file(
            "required binary text; optional binary word (STRING); required boolean flag;"
                + " required int64 date (TIMESTAMP(MILLIS,true)); required int96 old;",
            others.andThen(row -> row.append("word", "3.7")),
            others.andThen(row -> row.append("word", "-1e3")),
            others.andThen(row -> row.append("word", "high")),
            others.andThen(row -> row.append("word", " 3")),
            others.andThen(row -> row.append("word", "NaN")),
            others.andThen(row -> row.append("word", "")),
            others);

    assertThat(scores(file, "word"))
        .containsExactly("3.7", "-1000.0", "NaN", "NaN", "NaN", "NaN", "-");
    for (String column : List.of("flag", "date", "old")) {
      assertThat(scores(file, column)).hasSize(7).containsOnly("NaN");
    }
  }

  private static List<String> scores(Path file, String column) throws Exception {
    return read(
            file,
            new ColumnMapping(Optional.empty(), "text", column, Optional.empty()),
            FieldRules.DEFAULT)
        .stream()
        .map(row -> row.substring(row.indexOf(' ') + 1))
        .toList();
  }

  /** No writer here makes such a file, so that a name is replaced in one. */
  @Test
  void shouldRefuseAColumnThatIsThereTwice() throws Exception {
    Path file =
        file(
            "required binary text; required binary texu;",
            row -> row.append("text", "a").append("texu", "b"));
    String bytes = Files.readString(file, ISO_8859_1);
    Files.writeString(file, bytes.replace("texu", "text"), ISO_8859_1);

    assertThatThrownBy(() -> ParquetSource.open(file, ColumnMapping.textAlone("text")))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageContaining("has two columns named text");
  }

  @Test
  void shouldReadIdsThatAreNumbersOrBooleans() throws Exception {
    Path file =
        file(
            "required binary text; required boolean flag; required int64 whole (DECIMAL(18,0));"
                + " required fixed_len_byte_array(12) large (DECIMAL(28,0));"
                + " required int64 part (DECIMAL(18,2)); required double double;"
                + " required float float; required double nan; required int32 day (DATE);",
            row ->
                row.append("text", "t")
                    .append("flag", true)
                    .append("whole", 123L)
                    .append("large", binary(-1, -1, -1, 1, 0, 0, 0, 0, 0, 0, 0, 0))
                    .append("part", 5L)
                    .append("double", 2e-3)
                    .append("float", 1.1f)
                    .append("nan", Double.NaN)
                    .append("day", 7));

    assertThat(id(file, "flag")).isEmpty();
    assertThat(id(file, "whole")).isEqualTo("123");
    assertThat(id(file, "large")).isEqualTo("-4703919738795935662080");
    assertThat(id(file, "part")).isEqualTo("0.05");
    assertThat(id(file, "double")).isEqualTo("0.002");
    assertThat(id(file, "float")).isEqualTo("1.1");
    assertThat(id(file, "nan")).isEmpty();
    assertThatThrownBy(() -> id(file, "day")).hasMessageContaining("column day cannot be the id");
  }

  private static String id(Path file, String column) throws Exception {
    ColumnMapping mapping =
        new ColumnMapping(Optional.of(column), "text", Optional.empty(), Optional.empty());
    return each(ParquetSource.open(file, mapping), 0, row -> new String(row.id(), UTF_8)).get(0);
  }

  @Test
  void shouldReadColumnsOfNothingAsColumnsWithoutValues() throws Exception {
    for (String type : List.of("int32", "boolean")) {
      Path file =
          file(
              "optional %1$s id (UNKNOWN); optional %1$s text (UNKNOWN); optional %1$s score (UNKNOWN); optional %1$s dump (UNKNOWN); required int32 n;"
                  .formatted(type),
              row -> row.append("n", 1));
      ParquetSource source = ParquetSource.open(file, MAPPING);

      source.read(
          0,
          row -> {
            assertThat(row.hasId()).isFalse();
            assertThat(row.hasText()).isFalse();
            assertThat(row.hasScore()).isFalse();
            assertThat(row.dump()).isEqualTo("unknown");
          });
      try (TextPages texts = source.openTexts(0, new PageBuffers())) {
        assertThat(texts.text(0)).isEmpty();
      }
    }
  }

  @Test
  void shouldRefuseColumnsOfAWrongTypeOrRepeated() throws Exception {
    Path file = file("repeated binary tags; required double score;");

    assertRefused(file, "tags", "column tags is repeated");
    assertRefused(file, "score", "column score cannot be the text");
  }

  private static void assertRefused(Path file, String text, String reason) {
    ColumnMapping mapping = new ColumnMapping(Optional.empty(), text, "score", Optional.empty());
    assertThatThrownBy(() -> ParquetSource.open(file, mapping))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void shouldPassOnWhatTheConsumerThrows() throws Exception {
    Path file = documents(TestingFile.PLAIN, TestingRows.documents(3));
    ParquetSource source = ParquetSource.open(file, MAPPING);

    assertThatThrownBy(() -> source.read(0, row -> fail(new IllegalStateException("mine"))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("mine");
    assertThatThrownBy(
            () ->
                source.read(
                    0,
                    row -> {
                      throw new InterruptedException("stop");
                    }))
        .isInstanceOf(InterruptedException.class);
  }

  private static void fail(RuntimeException problem) {
    throw problem;
  }

  /** Its pages would be read by the footer of the file that was there before. */
  @Test
  void shouldNotReadAnotherFileOfTheSameLength() throws Exception {
    Path file = documents(TestingFile.PLAIN, TestingRows.documents(100));
    byte[] before = Files.readAllBytes(file);
    ParquetSource source = ParquetSource.open(file, MAPPING);
    byte[] other = before.clone();
    other[other.length - 20] ^= 1; // of the footer

    Files.write(file, other);
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000));
    assertThatThrownBy(() -> source.read(0, row -> {}))
        .isExactlyInstanceOf(IOException.class)
        .hasMessageStartingWith(file + " has changed while it was read: a different file");

    Files.write(file, before); // as when it is copied back
    Files.setLastModifiedTime(file, FileTime.fromMillis(2_000));
    assertThat(each(source, 0, SourceRow::row)).isNotEmpty();
  }

  @Test
  void shouldNotTakeAnInputOutputErrorForABrokenFile() throws Exception {
    Path file = documents(TestingFile.PLAIN, TestingRows.documents(100));
    ParquetSource source = ParquetSource.open(file, MAPPING);

    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 200));
    assertThatThrownBy(() -> source.read(0, row -> {}))
        .isExactlyInstanceOf(IOException.class)
        .hasMessageContaining("has changed");
    Files.delete(file);
    assertThatThrownBy(() -> source.read(0, row -> {})).isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> ParquetSource.open(file, MAPPING))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void shouldServeSeveralThreadsAtOnce() throws Exception {
    List<TestingRows.Row> rows = TestingRows.documents(200);
    Path file = documents(TestingFile.PLAIN, rows);
    ParquetSource source = ParquetSource.open(file, MAPPING);
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      Callable<List<TestingRows.Row>> read = () -> each(source, 0, TestingRows::copy);
      for (Future<List<TestingRows.Row>> each : threads.invokeAll(Collections.nCopies(6, read))) {
        assertThat(each.get()).isEqualTo(rows);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** Writes a file of one row group, each row filled by a consumer. */
  @SafeVarargs
  private Path file(String columns, Consumer<Group>... rows) throws IOException {
    MessageType schema = TestingFile.schema("message m { %s }".formatted(columns));
    List<Group> groups = new ArrayList<>();
    for (Consumer<Group> fill : rows) {
      Group row = TestingFile.row(schema);
      fill.accept(row);
      groups.add(row);
    }
    return TestingFile.PLAIN.write(directory.resolve("rows.parquet"), schema, groups);
  }

  private Path documents(TestingFile format, List<TestingRows.Row> rows) throws IOException {
    MessageType schema = TestingFile.schema(TestingFile.DOCUMENTS);
    return format.write(
        directory.resolve("documents.parquet"), schema, TestingRows.groups(schema, rows));
  }
}
