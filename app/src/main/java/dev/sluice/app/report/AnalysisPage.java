package dev.sluice.app.report;

import static dev.sluice.jobs.validate.report.ReportNumbers.count;
import static dev.sluice.jobs.validate.report.ReportNumbers.percent;
import static dev.sluice.jobs.validate.report.ReportNumbers.trimmed;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.app.ReleaseNumber;
import dev.sluice.app.html.Figures;
import dev.sluice.app.html.HistogramChart;
import dev.sluice.app.html.HtmlPage;
import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlTable.Bar;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.core.values.ByteSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The page about an analysis. A function of its report and the version of the program. */
public final class AnalysisPage {
  /** So that the page stays small. */
  private static final int CHARTS = 60;

  private static final int QUARANTINED = 50;
  private static final int RULES = 200;
  private static final List<String> QUANTILES = List.of("01", "05", "25", "50", "75", "95", "99");
  private static final int[] MARKED = {0, 5, 10, 15, 20};

  private final JsonNode report;

  private AnalysisPage(JsonNode report) {
    this.report = report;
  }

  /**
   * The page.
   *
   * @param report content of {@code analysis.json}
   * @return the page, in UTF-8
   */
  public static byte[] of(JsonNode report) {
    return new AnalysisPage(report).page();
  }

  private byte[] page() {
    HtmlPage page =
        new HtmlPage("Analysis", "Report of an analysis", "Sluice " + ReleaseNumber.current() + ".")
            .section("summary", "Summary", this::summary);
    if (!report.path("rules").isEmpty()) {
      page.section("rules", "What filters would drop", this::rules);
    }
    if (!report.path("numbers").isEmpty()) {
      page.section("numbers", "Quantiles", this::quantiles);
      page.section("distributions", "Distributions", this::charts);
    }
    if (!report.path("labels").isEmpty()) {
      page.section(
          "labels", "Labels", html -> report.path("labels").forEach(each -> label(html, each)));
    }
    return page.section("arguments", "Arguments", html -> arguments(html, report)).bytes();
  }

  /** What a job was asked for, from its report. */
  static void arguments(HtmlWriter html, JsonNode report) {
    try (HtmlTable table = new HtmlTable(html, "What was asked for", "Argument", "Value")) {
      for (Map.Entry<String, JsonNode> each : report.path("arguments").properties()) {
        JsonNode value = each.getValue();
        table.row(each.getKey(), value.isValueNode() ? value.asText() : value.toString());
      }
    }
  }

  private void summary(HtmlWriter html) {
    html.tiles().tile("Documents", report.path("documents").asLong());
    html.tile("Text", ByteSize.approximate(report.path("text_bytes").asLong()));
    html.tile("Rows", report.path("rows").asLong());
    html.tile("Files quarantined", report.path("quarantined").size());
    html.closeLine();
    counts(html, "Rows without a document", report.path("rejected"));
    counts(html, "Documents that could not be judged", report.path("failed"));
    html.open("ul");
    int listed = 0;
    for (JsonNode file : report.path("quarantined")) {
      if (listed++ < QUARANTINED) {
        html.open("li").foreign(Figures.cut(file.asText(), HtmlTable.MOST_CHARS)).close();
      }
    }
    html.closeLine();
  }

  private static void counts(HtmlWriter html, String title, JsonNode counts) {
    if (!counts.isEmpty()) {
      try (HtmlTable table = new HtmlTable(html, title, "Reason", "+Rows")) {
        counts.properties().forEach(each -> table.row(each.getKey(), each.getValue().asLong()));
      }
    }
  }

  private void rules(HtmlWriter html) {
    List<JsonNode> rules = new ArrayList<>();
    report.path("rules").forEach(rules::add);
    rules.sort(
        Comparator.<JsonNode>comparingLong(rule -> rule.path("documents").asLong()).reversed());
    String caption = "Documents that meet a rule";
    try (HtmlTable table =
        new HtmlTable(html, caption, "Rule", "Filter", "+Documents", "Share", "+of all")) {
      for (JsonNode rule : rules.stream().limit(RULES).toList()) {
        double share = rule.path("share").asDouble();
        table.row(
            rule.path("rule").asText(),
            rule.path("filter").asText(),
            rule.path("documents").asLong(),
            new Bar(share, 1),
            percent(share, 2));
      }
    }
    html.note(
        "Each rule is counted by itself. A document that meets several rules counts for each.");
  }

  private void quantiles(HtmlWriter html) {
    List<String> columns = new ArrayList<>(List.of("Number", "+Mean", "+Least"));
    for (String share : QUANTILES) {
      columns.add(share.equals("50") ? "+Median" : "+" + Integer.parseInt(share) + "%");
    }
    columns.addAll(List.of("+Greatest", "+r"));
    try (HtmlTable table = new HtmlTable(html, "Quantiles of all documents", columns)) {
      report.path("numbers").forEach(each -> table.row(each.path("name").asText(), cells(each)));
    }
    html.note(
        "Quantiles are within %s of their size; whole numbers are rounded. r is the correlation with the score column, where there is one."
            .formatted(percent(report.path("relative_error").asDouble(), 2)));
  }

  private static List<String> cells(JsonNode number) {
    List<String> cells = new ArrayList<>();
    cells.add(shown(number.path("mean")));
    cells.add(shown(number.path("min")));
    QUANTILES.forEach(share -> cells.add(shown(number.path("percentiles").path(share))));
    cells.add(shown(number.path("max")));
    JsonNode correlation = number.path("score_correlation");
    cells.add(correlation.isMissingNode() ? "" : trimmed(correlation.asDouble(), 2));
    return cells;
  }

  private static String shown(JsonNode number) {
    return shown(number.asDouble());
  }

  private static String shown(double number) {
    return Math.abs(number) < 10 ? trimmed(number, 4) : Figures.rounded(number);
  }

  private void charts(HtmlWriter html) {
    html.note("Bars reach from the 1% to the 99% quantile; the outer ones include all beyond.");
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
    JsonNode percentiles = number.path("percentiles");
    String description =
        "Documents by %s. Half of them have at most %s, 98%% are between %s and %s."
            .formatted(
                name,
                shown(percentiles.path("50")),
                shown(percentiles.path("01")),
                shown(percentiles.path("99")));
    boolean logarithmic = histogram.path("scale").asText().equals("logarithmic");
    new HistogramChart(name, description, name, logarithmic, bars)
        .write(html, marks, AnalysisPage::shown);
  }

  private static void label(HtmlWriter html, JsonNode label) {
    double all = label.path("count").asDouble();
    String caption =
        "%s: about %s different values"
            .formatted(label.path("name").asText(), count(label.path("distinct").asLong()));
    try (HtmlTable table =
        new HtmlTable(html, caption, "Value", "+Documents", "Share", "+of all")) {
      for (JsonNode value : label.path("top")) {
        long documents = value.path("count").asLong();
        double share = all == 0 ? 0 : documents / all;
        table.row(value.path("value").asText(), documents, new Bar(share, 0), percent(share, 2));
      }
    }
  }
}
