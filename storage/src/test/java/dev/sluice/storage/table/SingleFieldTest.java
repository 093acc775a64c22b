package dev.sluice.storage.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.filter.ColumnKind;
import java.util.List;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SingleFieldTest {
  private static List<SingleField> fields(String columns) {
    return SingleField.of(
        MessageTypeParser.parseMessageType("message m { %s }".formatted(columns)));
  }

  /** Whichever comes first. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "optional binary a.b (STRING); optional group a { optional int64 b; }",
        "optional group a { optional int64 b; } optional binary a.b (STRING);",
        "optional group a.b { optional int32 c; } optional group a { optional double b; }",
        "repeated binary a.b (STRING); optional group a { optional int64 b; }",
        "optional group a { optional group b { optional int32 c; } } optional int64 a.b;",
      })
  void shouldFindTwoColumnsOfAName(String columns) {
    assertThat(SingleField.twice(fields(columns))).containsExactly("a.b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "optional binary a.b (STRING); | a.b | STRING",
        "optional binary a.b (STRING); | a |",
        "optional binary a.b (STRING); | b |",
        "optional group a { optional int64 b; } | a.b | INTEGER",
        "optional group a { optional int64 b; } | a | OTHER",
        "optional group a { optional int64 b.c; } | a.b.c | INTEGER",
        "optional group a { optional int64 b.c; } | a.b |",
        "optional group a { optional group b { optional double c; } } | a.b | OTHER",
        "optional group a { optional group b { optional double c; } } | a.b.c | FLOATING",
        "optional group a { repeated int64 b; } | a.b |",
        "optional group a (LIST) { repeated group list { optional int64 b; } } | a.list.b |",
        "repeated int64 a; | a | OTHER",
        "optional group a { } optional int64 b; | a |",
        "optional int32 a (INTEGER(8,false)); | a | INTEGER",
        "optional int32 a (INTEGER(32,false)); | a | INTEGER",
        "optional int64 a (INTEGER(64,false)); | a | OTHER",
        "optional int32 a (DATE); | a | OTHER",
      })
  void shouldHaveAColumnByItsWholeNameAlone(String columns, String column, ColumnKind kind) {
    List<SingleField> named =
        fields(columns).stream().filter(field -> field.path().equals(column)).toList();

    assertThat(named)
        .extracting(SingleField::kind)
        .isEqualTo(kind == null ? List.of() : List.of(kind));
  }
}
