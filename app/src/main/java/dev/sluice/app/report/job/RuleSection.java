package dev.sluice.app.report.job;

import static dev.sluice.app.html.HtmlTable.Column.number;
import static dev.sluice.app.html.HtmlTable.Column.text;
import static dev.sluice.jobs.validate.report.ReportNumbers.count;
import static dev.sluice.jobs.validate.report.ReportNumbers.percent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** How many documents each rule of a filter would drop by itself. */
record RuleSection(JsonNode report) {
  private static final int LISTED = 200;

  void write(HtmlWriter html) {
    List<JsonNode> rules = new ArrayList<>();
    report.path("rules").forEach(rules::add);
    rules.sort(
        Comparator.<JsonNode>comparingLong(rule -> rule.path("documents").asLong()).reversed());
    List<HtmlTable.Column> columns =
        List.of(text("Rule"), text("Filter"), number("Documents"), text("Share"), number("of all"));
    try (HtmlTable table = new HtmlTable(html, "Documents that meet a rule", columns)) {
      rules.stream()
          .limit(LISTED)
          .forEach(
              rule ->
                  table
                      .row(rule.path("rule").asText())
                      .foreign(rule.path("filter").asText())
                      .cell(count(rule.path("documents").asLong()))
                      .bar(rule.path("share").asDouble(), 1)
                      .cell(percent(rule.path("share").asDouble(), 2))
                      .end());
    }
    html.element(
        "p",
        "Each rule is counted by itself. A document that meets several rules counts for each.",
        "class",
        "note");
  }
}
