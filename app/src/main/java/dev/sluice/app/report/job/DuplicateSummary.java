package dev.sluice.app.report.job;

import static dev.sluice.jobs.validate.report.ReportNumbers.count;
import static dev.sluice.jobs.validate.report.ReportNumbers.percent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.app.html.Tiles;
import dev.sluice.core.values.ByteSize;

/** How much a deduplication removed. */
record DuplicateSummary(JsonNode report) {
  void write(HtmlWriter html) {
    long read = report.path("rows_read").asLong();
    long removed = report.path("duplicates_removed").asLong();
    long text = report.path("text_bytes_read").asLong();
    html.open("dl", "class", "tiles");
    Tiles.add(html, "Rows read", count(read));
    Tiles.add(html, "Kept", count(report.path("rows_kept").asLong()));
    Tiles.add(html, "Duplicates removed", count(removed));
    Tiles.add(html, "Share removed", read == 0 ? "none" : percent((double) removed / read, 2));
    Tiles.add(html, "Text read", ByteSize.approximate(text));
    Tiles.add(
        html, "Text removed", ByteSize.approximate(text - report.path("text_bytes_kept").asLong()));
    number(html, "clusters", "Clusters");
    number(html, "largest_cluster", "Documents in the largest cluster");
    number(html, "rows_changed", "Rows changed");
    number(html, "units_read", "Paragraphs or lines read");
    number(html, "units_removed", "Paragraphs or lines removed");
    number(html, "most_repeated", "Occurrences of the most frequent one");
    number(html, "rows_rejected", "Rejected");
    html.closeLine();
  }

  private void number(HtmlWriter html, String key, String name) {
    if (report.has(key)) {
      Tiles.add(html, name, count(report.path(key).asLong()));
    }
  }
}
