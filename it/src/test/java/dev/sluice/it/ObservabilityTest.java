package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Alerts, dashboard and settings in docker/observability. Neither Prometheus nor Grafana is run:
 * rules and queries are checked by promtool, the dashboard by what Grafana needs of it.
 */
class ObservabilityTest {
  private static final Path FILES = Repository.file("docker/observability");
  private static final Path ALERTS = FILES.resolve("alerts.yml");
  private static final Path TESTS = FILES.resolve("alerts-test.yml");
  private static final Pattern ALERT = Pattern.compile("(?m)^ +- alert: (\\w+)$");
  private static final int GRID_COLUMNS = 24;

  private final JsonNode dashboard = Output.json(FILES.resolve("dashboard.json"));

  @Test
  void shouldHaveRulesThatPrometheusUnderstands() {
    Promtool.require();
    assertThat(Promtool.findings(ALERTS, "check", "rules", ALERTS.toString())).isEmpty();
  }

  @Test
  void shouldRaiseEachAlertWhenItIsTimeAndNotBefore() {
    Promtool.require();
    assertThat(Promtool.findings(TESTS, "test", "rules", TESTS.toString())).isEmpty();
  }

  @Test
  void shouldHaveACaseForEachAlert() throws IOException {
    for (String alert : alerts()) {
      assertThat(TESTS).content().contains("alertname: " + alert + "\n");
    }
  }

  @Test
  void shouldSayWhatToDoAboutEachAlert() throws IOException {
    assertThat(alerts()).hasSizeGreaterThan(5);
    for (String alert : alerts()) {
      assertThat(Repository.file("docs/how-to/operate.md")).content().contains("`" + alert + "`");
    }
  }

  @Test
  void shouldHaveSettingsThatPrometheusUnderstands() {
    Promtool.require();
    Path settings = FILES.resolve("prometheus.yml");
    assertThat(Promtool.findings(settings, "check", "config", "--syntax-only", settings.toString()))
        .isEmpty();
  }

  @Test
  void shouldAskWhatPrometheusUnderstands(@TempDir Path directory) throws IOException {
    Promtool.require();
    List<String> rules = new ArrayList<>(List.of("groups:", "- name: queries", "  rules:"));
    for (JsonNode query : dashboard.findValues("expr")) {
      String text =
          query.asText().replace("$__rate_interval", "1m").replaceAll("\\$(job|instance)", ".*");
      rules.add("  - record: query_%d".formatted(rules.size()));
      rules.add("    expr: '" + text.replace("'", "''") + "'");
    }
    Path file = directory.resolve("queries.yml");
    Files.write(file, rules);
    assertThat(dashboard.findValues("expr")).hasSizeGreaterThan(20);
    assertThat(Promtool.findings(file, "check", "rules", file.toString())).isEmpty();
  }

  @Test
  void shouldBeADashboardThatCanBeImportedWithAnyDataSource() {
    assertThat(dashboard.get("uid").asText()).isEqualTo("sluice");
    assertThat(dashboard.get("title").asText()).isEqualTo("Sluice");
    assertThat(dashboard.get("schemaVersion").asInt()).isBetween(36, 42);
    assertThat(dashboard.has("id")).isFalse();
    assertThat(dashboard.at("/time/from").asText()).isEqualTo("now-1h");
    JsonNode source = dashboard.at("/templating/list/0");
    assertThat(source.get("name").asText()).isEqualTo("DS_PROMETHEUS");
    assertThat(source.get("type").asText()).isEqualTo("datasource");
    assertThat(source.get("query").asText()).isEqualTo("prometheus");
    for (JsonNode used : dashboard.findValues("datasource")) {
      assertThat(used.get("type").asText()).isEqualTo("prometheus");
      assertThat(used.get("uid").asText()).isEqualTo("${DS_PROMETHEUS}");
    }
  }

  @Test
  void shouldHavePanelsSideBySide() {
    Set<Integer> ids = new HashSet<>();
    Set<String> cells = new HashSet<>();
    for (JsonNode panel : dashboard.get("panels")) {
      assertThat(ids.add(panel.get("id").asInt())).as("id used once").isTrue();
      assertThat(panel.get("title").asText()).isNotBlank();
      JsonNode at = panel.get("gridPos");
      assertThat(at.get("x").asInt() + at.get("w").asInt()).isLessThanOrEqualTo(GRID_COLUMNS);
      for (int x = 0; x < at.get("w").asInt(); x++) {
        for (int y = 0; y < at.get("h").asInt(); y++) {
          String cell = (at.get("x").asInt() + x) + "," + (at.get("y").asInt() + y);
          assertThat(cells.add(cell)).as("%s overlaps at %s", panel.get("title"), cell).isTrue();
        }
      }
      if (!panel.get("type").asText().equals("row")) {
        assertThat(panel.get("targets")).isNotEmpty();
        assertThat(panel.at("/fieldConfig/defaults/unit").asText()).isNotBlank();
      }
    }
  }

  @Test
  void shouldUseNoVariableThatIsNotDeclared() throws IOException {
    Set<String> declared = new HashSet<>(Set.of("__rate_interval", "__all"));
    dashboard.at("/templating/list").forEach(each -> declared.add(each.get("name").asText()));
    Matcher used =
        Pattern.compile("\\$\\{?(\\w+)").matcher(Files.readString(FILES.resolve("dashboard.json")));
    assertThat(used.results().map(found -> found.group(1))).isSubsetOf(declared);
  }

  private static Set<String> alerts() throws IOException {
    return ALERT
        .matcher(Files.readString(ALERTS))
        .results()
        .map((MatchResult found) -> found.group(1))
        .collect(Collectors.toSet());
  }
}
