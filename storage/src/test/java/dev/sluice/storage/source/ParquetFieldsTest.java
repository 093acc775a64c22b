package dev.sluice.storage.source;

import static dev.sluice.storage.source.TestingRows.MAPPING;
import static dev.sluice.storage.source.TestingRows.each;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.DumpPath;
import dev.sluice.core.DumpRule;
import dev.sluice.core.filter.Filter;
import dev.sluice.storage.page.PageBuffers;
import dev.sluice.storage.page.SourceFormatException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which value each field of a row has, whatever types its columns have. */
class ParquetFieldsTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "int32 score (INTEGER(8,true))",
        "int32 score (INTEGER(16,false))",
        "int32 score",
        "int64 score",
        "int64 score (INTEGER(64,false))",
        "int32 score (DECIMAL(5,0))",
        "int64 score (DECIMAL(15,0))",
        "float score",
        "double score"
      })
  void shouldTakeScoresOfAnyNumericType(String column) throws Exception {
    assertThat(score(column, ParquetFieldsTest::appendThree)).isEqualTo(3.0);
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

  @Test
  void shouldReadColumnsOfNothingAsColumnsWithoutValues() throws Exception {
    for (String type : List.of("int32", "boolean")) {
      Path file =
          file(
              "optional %1$s id (UNKNOWN); optional %1$s text (UNKNOWN); optional %1$s score (UNKNOWN); optional %1$s dump (UNKNOWN); required int32 n;"
                  .formatted(type),
              row -> row.append("n", 1));
      assertThat(TestingRows.read(file, MAPPING))
          .containsExactly(
              new TestingRows.Row(
                  0, Optional.empty(), Optional.empty(), OptionalDouble.empty(), "unknown"));
      try (TextPages texts = ParquetSource.open(file, MAPPING).openTexts(0, new PageBuffers())) {
        assertThat(texts.text(0)).isEmpty();
      }
    }
  }

  @SafeVarargs
  private Path file(String columns, Consumer<Group>... rows) throws IOException {
    return TestingRows.write(directory, columns, rows);
  }
}
