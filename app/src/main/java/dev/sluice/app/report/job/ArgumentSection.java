package dev.sluice.app.report.job;

import static dev.sluice.app.html.HtmlTable.Column.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.app.html.Excerpt;
import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlWriter;
import java.util.List;

/** What a job was asked for, from its report. */
record ArgumentSection(JsonNode arguments) {
  private static final int LONGEST = 400;

  void write(HtmlWriter html) {
    try (HtmlTable table =
        new HtmlTable(html, "What was asked for", List.of(text("Argument"), text("Value")))) {
      arguments
          .properties()
          .forEach(each -> table.row(each.getKey()).foreign(shown(each.getValue())).end());
    }
  }

  private static String shown(JsonNode value) {
    return Excerpt.of(value.isValueNode() ? value.asText() : value.toString(), LONGEST);
  }
}
