package dev.sluice.app.report.job;

import static dev.sluice.app.html.HtmlTable.Column.number;
import static dev.sluice.app.html.HtmlTable.Column.text;
import static dev.sluice.jobs.validate.report.ReportNumbers.count;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.app.html.Excerpt;
import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.app.html.Tiles;
import dev.sluice.core.values.ByteSize;
import java.util.List;

/** How much was measured, and what could not be. */
record AnalysisSummary(JsonNode report) {
  private static final int LISTED = 50;
  private static final int LONGEST = 300;

  void write(HtmlWriter html) {
    html.open("dl", "class", "tiles");
    Tiles.add(html, "Documents", count(report.path("documents").asLong()));
    Tiles.add(html, "Text", ByteSize.approximate(report.path("text_bytes").asLong()));
    Tiles.add(html, "Rows", count(report.path("rows").asLong()));
    Tiles.add(html, "Files quarantined", count(report.path("quarantined").size()));
    html.closeLine();
    counts(html, "Rows without a document", report.path("rejected"));
    counts(html, "Documents that could not be judged", report.path("failed"));
    html.open("ul");
    int listed = 0;
    for (JsonNode file : report.path("quarantined")) {
      if (listed++ < LISTED) {
        html.open("li").foreign(Excerpt.of(file.asText(), LONGEST)).close();
      }
    }
    html.closeLine();
  }

  private static void counts(HtmlWriter html, String title, JsonNode counts) {
    if (counts.isEmpty()) {
      return;
    }
    try (HtmlTable table = new HtmlTable(html, title, List.of(text("Reason"), number("Rows")))) {
      counts
          .properties()
          .forEach(each -> table.row(each.getKey()).cell(count(each.getValue().asLong())).end());
    }
  }
}
