package dev.sluice.ingest.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.filter.Filter;
import dev.sluice.settings.SourceColumns;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.topics.progress.ListedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnSurveyTest {
  @TempDir private Path input;

  private List<String> problems(String fields, String column) throws IOException {
    Path file =
        Files.writeString(
            input.resolve("a.jsonl"), "{\"text\": \"a\", \"score\": 4.5, %s}\n".formatted(fields));
    ColumnMapping mapping =
        new ColumnMapping(Optional.empty(), "text", "score", Optional.empty())
            .filtered(Optional.of(Filter.parse("`%s` is not null".formatted(column))));
    return ColumnSurvey.of(
            new SourceColumns(mapping, Set.of()),
            Stream.of(new ColumnSurvey.Surveyed(new ListedFile("a.jsonl", 1, 1), file)))
        .problems(true);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"lang code\": \"en\" | lang",
        "\"lang (x)\": \"en\" | lang",
        "\"language\": \"en\" | lang",
        "\"lang.code\": \"en\" | lang",
        "\"lang.code\": \"en\" | code",
        "\"lang\": {\"code\": \"en\"} | lang.name"
      })
  void shouldNotTakeAPartOfANameForAColumn(String fields, String column) throws IOException {
    assertThat(problems(fields, column))
        .singleElement()
        .asString()
        .startsWith("filter: no file has the column %s; a.jsonl has ".formatted(column));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"lang code\": \"en\" | lang code",
        "\"lang\": [\"en\"] | lang",
        "\"lang\": {\"code\": \"en\"} | lang",
        "\"lang\": {\"code\": \"en\"} | lang.code",
        "\"lang.code\": \"en\" | lang.code",
        "\"lang\": {\"code.x\": \"en\"} | lang.code.x"
      })
  void shouldFindAColumnByItsWholeName(String fields, String column) throws IOException {
    assertThat(problems(fields, column)).isEmpty();
  }

  @Test
  void shouldTellColumnsFromTheirTypes() {
    assertThat(ColumnSurvey.names(List.of("lang (x) (binary STRING)", "n (JSON)")))
        .containsExactly("lang (x)", "n");
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
