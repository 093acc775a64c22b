package dev.sluice.app.report.job;

import static dev.sluice.app.html.HtmlTable.Column.number;
import static dev.sluice.app.html.HtmlTable.Column.text;
import static dev.sluice.jobs.validate.report.ReportNumbers.percent;
import static dev.sluice.jobs.validate.report.ReportNumbers.trimmed;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.app.html.HistogramChart;
import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.app.html.ShortNumbers;
import java.util.ArrayList;
import java.util.List;

/** How what was measured is distributed. */
record NumberSection(JsonNode report) {
  /** So that the page stays small. */
  private static final int CHARTS = 60;

  private static final List<String> QUANTILES = List.of("01", "05", "25", "50", "75", "95", "99");
  private static final int[] MARKED = {0, 5, 10, 15, 20};

  void writeQuantiles(HtmlWriter html) {
    List<HtmlTable.Column> columns = new ArrayList<>();
    columns.add(text("Number"));
    columns.add(number("Mean"));
    columns.add(number("Least"));
    for (String share : QUANTILES) {
      columns.add(number(share.equals("50") ? "Median" : Integer.parseInt(share) + "%"));
    }
    columns.add(number("Greatest"));
    columns.add(number("r"));
    try (HtmlTable table = new HtmlTable(html, "Quantiles of all documents", columns)) {
      report.path("numbers").forEach(each -> row(table, each));
    }
    html.element(
        "p",
        "Quantiles are within %s of their size; whole numbers are rounded. r is the correlation with the score column, where there is one."
            .formatted(percent(report.path("relative_error").asDouble(), 2)),
        "class",
        "note");
  }

  private static void row(HtmlTable table, JsonNode number) {
    table
        .row(number.path("name").asText())
        .cell(shown(number.path("mean").asDouble()))
        .cell(shown(number.path("min").asDouble()));
    for (String share : QUANTILES) {
      table.cell(shown(number.path("percentiles").path(share).asDouble()));
    }
    table
        .cell(shown(number.path("max").asDouble()))
        .cell(
            number.has("score_correlation")
                ? trimmed(number.path("score_correlation").asDouble(), 2)
                : "")
        .end();
  }

  private static String shown(double number) {
    return Math.abs(number) < 10 ? trimmed(number, 4) : ShortNumbers.of(number);
  }

  void writeCharts(HtmlWriter html) {
    html.element(
        "p",
        "Bars reach from the 1% to the 99% quantile; the outer ones include everything beyond.",
        "class",
        "note");
    html.open("div", "class", "charts");
    int drawn = 0;
    for (JsonNode number : report.path("numbers")) {
      if (number.path("count").asLong() > 0 && drawn++ < CHARTS) {
        chart(html, number);
      }
    }
    html.closeLine();
  }

  private static void chart(HtmlWriter html, JsonNode number) {
    JsonNode histogram = number.path("histogram");
    JsonNode edges = histogram.path("edges");
    JsonNode counts = histogram.path("counts");
    List<HistogramChart.Bar> bars = new ArrayList<>();
    for (int i = 0; i < counts.size(); i++) {
      double from = edges.get(i).asDouble();
      double to = edges.get(i + 1).asDouble();
      double half = from == to ? Math.max(0.5, Math.abs(from) / 2) : 0;
      bars.add(new HistogramChart.Bar(from - half, to + half, counts.get(i).asLong(), 0));
    }
    List<Double> marks = new ArrayList<>();
    for (int mark : MARKED) {
      if (mark < edges.size()) {
        marks.add(edges.get(mark).asDouble());
      }
    }
    String name = number.path("name").asText();
    String description =
        "Documents by %s. Half of them have at most %s, 98%% are between %s and %s."
            .formatted(
                name,
                shown(number.path("percentiles").path("50").asDouble()),
                shown(number.path("percentiles").path("01").asDouble()),
                shown(number.path("percentiles").path("99").asDouble()));
    boolean logarithmic = histogram.path("scale").asText().equals("logarithmic");
    new HistogramChart(name, description, name, logarithmic, bars)
        .write(html, marks, NumberSection::shown);
  }
}
