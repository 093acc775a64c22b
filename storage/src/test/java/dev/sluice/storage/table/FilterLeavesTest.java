package dev.sluice.storage.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.filter.ColumnKind;
import java.util.List;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilterLeavesTest {
  /** The values of a filter are read from the first column of a name. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "optional binary a.b (STRING); optional group a { optional int64 b; } | STRING",
        "optional group a { optional int64 b; } optional binary a.b (STRING); | INTEGER",
        "optional group a.b { optional int32 c; } optional group a { optional double b; } | OTHER",
        "repeated binary a.b (STRING); optional group a { optional int64 b; } | OTHER",
        "optional group a { repeated int64 b; } optional binary a.b (STRING); | STRING",
      })
  void shouldHaveTheKindOfTheFirstOfEqualNames(String columns, ColumnKind kind) {
    TableSchema schema =
        new TableSchema(MessageTypeParser.parseMessageType("message m { %s }".formatted(columns)));
    assertThat(FilterLeaves.of(schema, List.of("a.b")).kinds()).containsEntry("a.b", kind);
  }
}
