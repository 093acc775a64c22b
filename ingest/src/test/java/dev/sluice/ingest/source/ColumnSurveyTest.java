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

  /** As shuffle writes objects of JSON to Parquet. Fields of JSON files are columns. */
  @ParameterizedTest
  @CsvSource({
    "meta (binary JSON), meta.lang, true",
    "a.meta (binary JSON), a.meta.lang.code, true",
    "meta (binary JSON), metadata.lang, false",
    "meta (binary JSON), meta, false",
    "meta (binary STRING), meta.lang, false",
    "meta (JSON), meta.lang, false",
  })
  void shouldTellFieldsOfObjectsThatAreStrings(String there, String column, boolean isTold) {
    assertThat(ColumnSurvey.inString(List.of("id (int64)", there), column).isPresent())
        .isEqualTo(isTold);
  }
}
