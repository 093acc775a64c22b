package dev.sluice.ingest.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnSurveyTest {
  @ParameterizedTest
  @CsvSource({
    "lang code (BINARY STRING), lang, false",
    "lang (x) (BINARY STRING), lang, false",
    "language (BINARY STRING), lang, false",
    "lang code (BINARY STRING), lang code, true",
    "lang (repeated BINARY STRING), lang, true",
    "lang (directory), lang, true",
    "lang (JSON), lang, true",
    "lang.code (BINARY STRING), lang, true",
  })
  void shouldFindColumnsByTheirWholeNames(String there, String column, boolean found) {
    assertThat(ColumnSurvey.hasOrLeadsTo(List.of(there), column)).isEqualTo(found);
  }
}
