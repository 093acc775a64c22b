package dev.sluice.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.config.load.ConfigLoader;
import dev.sluice.storage.table.TableSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CarriedColumnsConfigTest {
  private static final String SCHEMA = "message m { optional binary url (STRING); }";

  private static SluiceConfig load(String... assignments) {
    return new ConfigLoader(Map.of(), Machine.current(), root -> new TreeMap<>())
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
}
