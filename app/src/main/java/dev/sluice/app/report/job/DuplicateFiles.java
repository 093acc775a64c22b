package dev.sluice.app.report.job;

import static dev.sluice.app.html.HtmlTable.Column.number;
import static dev.sluice.app.html.HtmlTable.Column.text;
import static dev.sluice.jobs.validate.report.ReportNumbers.count;
import static dev.sluice.jobs.validate.report.ReportNumbers.percent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.app.html.Excerpt;
import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The files of which most was removed. */
record DuplicateFiles(JsonNode report) {
  private static final int LISTED = 50;
  private static final int LONGEST = 120;

  void write(HtmlWriter html) {
    List<JsonNode> files = new ArrayList<>();
    report.path("by_file").forEach(files::add);
    files.sort(
        Comparator.<JsonNode>comparingLong(file -> file.path("duplicates_removed").asLong())
            .reversed());
    String caption =
        files.size() <= LISTED
            ? "Rows by file"
            : "Rows by file: the %d of %s files of which most were removed"
                .formatted(LISTED, count(files.size()));
    List<HtmlTable.Column> columns =
        List.of(
            text("File"), number("Rows"), number("Removed"), text("Share"), number("of the file"));
    try (HtmlTable table = new HtmlTable(html, caption, columns)) {
      files.stream().limit(LISTED).forEach(file -> row(table, file));
    }
  }

  private static void row(HtmlTable table, JsonNode file) {
    long rows = file.path("rows_read").asLong();
    long removed = file.path("duplicates_removed").asLong();
    double share = rows == 0 ? 0 : (double) removed / rows;
    table
        .row(Excerpt.of(file.path("file").asText(), LONGEST))
        .cell(count(rows))
        .cell(count(removed))
        .bar(share, 1)
        .cell(percent(share, 1))
        .end();
  }
}
