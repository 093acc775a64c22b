package dev.sluice.app.report.job;

import static dev.sluice.app.html.HtmlTable.Column.number;
import static dev.sluice.app.html.HtmlTable.Column.text;
import static dev.sluice.jobs.validate.report.ReportNumbers.count;
import static dev.sluice.jobs.validate.report.ReportNumbers.trimmed;

import dev.sluice.app.html.Excerpt;
import dev.sluice.app.html.HistogramChart;
import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.jobs.duplicates.DuplicateFindings;
import dev.sluice.jobs.duplicates.DuplicateFindings.LargeCluster;
import java.util.ArrayList;
import java.util.List;

/** Sizes of clusters, and how similar removed documents are to those that were kept. */
record ClusterSection(DuplicateFindings findings) {
  private static final int LONGEST = 100;

  void write(HtmlWriter html) {
    if (findings.sizes().isEmpty()) {
      html.element("p", "No near-duplicates were found.");
      return;
    }
    sizes(html);
    similarities(html);
    largest(html);
  }

  private void sizes(HtmlWriter html) {
    long most = findings.sizes().stream().mapToLong(each -> each.clusters()).max().orElse(1);
    List<HtmlTable.Column> columns =
        List.of(text("Documents in a cluster"), number("Clusters"), text("Share"));
    try (HtmlTable table = new HtmlTable(html, "Clusters by size", columns)) {
      findings
          .sizes()
          .forEach(
              size ->
                  table
                      .row(range(size.from(), size.to()))
                      .cell(count(size.clusters()))
                      .bar((double) size.clusters() / most, 0)
                      .end());
    }
  }

  private static String range(long from, long to) {
    if (from == to) {
      return count(from);
    }
    return to == Long.MAX_VALUE ? count(from) + " and more" : count(from) + " to " + count(to);
  }

  private void similarities(HtmlWriter html) {
    List<Long> counts = findings.similarities();
    if (counts.isEmpty()) {
      html.element("p", "Similarities are not known: pairs were not compared.");
      return;
    }
    int first = 0;
    while (counts.get(first) == 0) {
      first++;
    }
    List<HistogramChart.Bar> bars = new ArrayList<>();
    double width = 1.0 / DuplicateFindings.BARS;
    for (int i = Math.min(first, counts.size() - 5); i < counts.size(); i++) {
      bars.add(new HistogramChart.Bar(i * width, (i + 1) * width, counts.get(i), 0));
    }
    List<Double> marks = new ArrayList<>();
    for (int tenth = 0; tenth <= 20; tenth++) {
      if (tenth / 20.0 >= bars.get(0).from() - 1e-9) {
        marks.add(tenth / 20.0);
      }
    }
    String description =
        "Removed documents by similarity to the document that was kept, from %s to 1."
            .formatted(trimmed(bars.get(0).from(), 2));
    new HistogramChart("Similarity of removed documents", description, "similarity", false, bars)
        .write(html, marks, mark -> trimmed(mark, 2));
  }

  private void largest(HtmlWriter html) {
    List<HtmlTable.Column> columns =
        List.of(text("Document that was kept"), number("Documents"), text("File"), number("Row"));
    try (HtmlTable table = new HtmlTable(html, "The largest clusters", columns)) {
      for (LargeCluster cluster : findings.largest()) {
        table
            .row(Excerpt.of(cluster.survivor().id(), LONGEST))
            .cell(count(cluster.documents()))
            .foreign(Excerpt.of(cluster.survivor().file(), LONGEST))
            .cell(count(cluster.survivor().row()))
            .end();
      }
    }
  }
}
