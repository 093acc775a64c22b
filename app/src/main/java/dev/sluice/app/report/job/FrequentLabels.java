package dev.sluice.app.report.job;

import static dev.sluice.app.html.HtmlTable.Column.number;
import static dev.sluice.app.html.HtmlTable.Column.text;
import static dev.sluice.jobs.validate.report.ReportNumbers.count;
import static dev.sluice.jobs.validate.report.ReportNumbers.percent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.app.html.Excerpt;
import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlWriter;
import java.util.List;

/** The most frequent values of labels, such as languages. */
record FrequentLabels(JsonNode labels) {
  private static final int LONGEST = 60;

  void write(HtmlWriter html) {
    html.open("div", "class", "tables");
    labels.forEach(label -> write(html, label));
    html.closeLine();
  }

  private static void write(HtmlWriter html, JsonNode label) {
    long all = label.path("count").asLong();
    String caption =
        "%s: about %s different values"
            .formatted(label.path("name").asText(), count(label.path("distinct").asLong()));
    html.open("div");
    try (HtmlTable table =
        new HtmlTable(
            html,
            caption,
            List.of(text("Value"), number("Documents"), text("Share"), number("of all")))) {
      for (JsonNode value : label.path("top")) {
        double share = all == 0 ? 0 : value.path("count").asDouble() / all;
        table
            .row(Excerpt.of(value.path("value").asText(), LONGEST))
            .cell(count(value.path("count").asLong()))
            .bar(share, 0)
            .cell(percent(share, 2))
            .end();
      }
    }
    html.closeLine();
  }
}
