package dev.sluice.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.settings.load.ConfigLoader;
import dev.sluice.storage.table.TableSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CarriedColumnsConfigTest {
  private static final String SCHEMA = "message m { optional binary url (STRING); }";

  private static SluiceConfig load(String... assignments) {
    return new ConfigLoader(
            Map.of(), Machine.current(), root -> new TreeMap<>(), (config, roles, problems) -> {})
        .load(ConfigRequest.of(Optional.empty(), List.of(assignments)))
        .config();
  }

  @Test
  void shouldReadAllSpellings() {
    assertThat(load("output.columns=all").output().columns().entries()).containsExactly("all");
    SluiceConfig but = load("output.columns={all-but: [html, url]}");
    assertThat(but.output().columns().entries()).containsExactly("all", "-html", "-url");
    assertThat(but.content()).containsEntry("output.columns", "[all, -html, -url]");
    assertThat(but.output().lacksSchema()).isTrue();
    assertThat(load("output.columns=[id, score]").output().lacksSchema()).isFalse();
  }

  @Test
  void shouldKnowTheColumnsWhenTheirTypesAreKnown() {
    SluiceConfig given = load("output.columns=[id, url, text]", "output.schema=" + SCHEMA);
    SluiceConfig found = load("output.columns=[id, url, text]").carrying(TableSchema.parse(SCHEMA));

    assertThat(given.output().lacksSchema()).isFalse();
    assertThat(given.output().format().columns()).containsExactly("id", "url", "text");
    assertThat(given.input().columns().mapping().carried()).contains(TableSchema.parse(SCHEMA));
    assertThat(given.content()).containsEntry("output.schema", SCHEMA);
    assertThat(found.output()).isEqualTo(given.output());
    assertThat(found.input()).isEqualTo(given.input());
    assertThat(found.content()).isEqualTo(given.content());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {all_but: [url]} | a map
          {all-but: url}   | a map
          id,text          | the single value "id,text"
          ALL              | the single value "ALL"
          """)
  void shouldSayWhichSpellingsThereAre(String columns, String shape) {
    assertThat(TestingConfig.problems(TestingConfig.assignments("output.columns=" + columns)))
        .containsExactly(
            "output.columns (--set): is "
                + shape
                + "; must be a list such as `[id, text, url]`, or `all`, or `{all-but: [url]}`");
  }

  @Test
  void shouldRefuseColumnsThatTheTypesAreNotOf() {
    assertThat(
            TestingConfig.problems(
                TestingConfig.assignments("output.columns=[id, html]", "output.schema=" + SCHEMA)))
        .containsExactly(
            "output.columns (--set): is [id, html], but output.schema has these columns of the"
                + " source: url; specify the same columns in both");
  }
}
