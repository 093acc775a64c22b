package dev.sluice.jobs.analyze;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Builds {@code analysis.md}: {@code analysis.json} as tables. */
final class AnalysisText {
  private static final int TOP = 10;
  private static final int MOST_VALUE = 60;

  private final JsonNode report;
  private final StringBuilder text = new StringBuilder();

  private AnalysisText(JsonNode report) {
    this.report = report;
  }

  /** What was read, and what could not be: the head of the text. */
  static String headOf(JsonNode report) {
    AnalysisText made = new AnalysisText(report);
    made.head();
    return made.text.toString();
  }

  /** The text in Markdown. */
  static String of(JsonNode report) {
    AnalysisText made = new AnalysisText(report);
    made.head();
    made.numbers();
    made.rules();
    made.labels();
    return made.text.toString();
  }

  private void head() {
    line(
        "# Analysis%n%n%,d documents, %,d bytes of text, in %,d rows.",
        report.path("documents").asLong(),
        report.path("text_bytes").asLong(),
        report.path("rows").asLong());
    counts("Without a document", report.path("rejected"));
    counts("Could not be judged", report.path("failed"));
    report.path("quarantined").forEach(file -> line("%nQuarantined: %s", file.asText()));
  }

  private void counts(String what, JsonNode counts) {
    List<String> all = new ArrayList<>();
    counts
        .properties()
        .forEach(
            entry ->
                all.add(
                    String.format(
                        Locale.ROOT, "%s %,d", entry.getKey(), entry.getValue().asLong())));
    if (!all.isEmpty()) {
      line("%n%s: %s.", what, String.join(", ", all));
    }
  }

  private void numbers() {
    if (report.path("numbers").isEmpty()) {
      return;
    }
    line(
        "%n## Numbers%n%nQuantiles are within %s of their size, whole numbers rounded. r is the"
            + " correlation with the score.%n",
        Shown.share(report.path("relative_error").asDouble()));
    List<String> head = new ArrayList<>(List.of("", "mean", "min"));
    for (double share : AnalysisReport.QUANTILES) {
      head.add("%d %%".formatted(Math.round(100 * share)));
    }
    head.addAll(List.of("max", "r", "1 % to 99 %"));
    row(head);
    line("|---|%s---|", "---:|".repeat(head.size() - 2));
    report.path("numbers").forEach(this::number);
    line("%nBars marked log grow by one factor.");
  }

  private void number(JsonNode number) {
    List<String> cells = new ArrayList<>();
    cells.add(code(number.path("name").asText()));
    cells.add(Shown.number(number.path("mean").asDouble()));
    cells.add(Shown.number(number.path("min").asDouble()));
    number.path("percentiles").forEach(value -> cells.add(Shown.number(value.asDouble())));
    cells.add(Shown.number(number.path("max").asDouble()));
    JsonNode r = number.path("score_correlation");
    cells.add(r.isMissingNode() ? "" : String.format(Locale.ROOT, "%.2f", r.asDouble()));
    JsonNode histogram = number.path("histogram");
    boolean logarithmic = histogram.path("scale").asText().equals("logarithmic");
    List<Long> counts = new ArrayList<>();
    histogram.path("counts").forEach(count -> counts.add(count.asLong()));
    cells.add(Histogram.picture(counts) + (logarithmic ? " log" : ""));
    row(cells);
  }

  private void rules() {
    if (report.path("rules").isEmpty()) {
      return;
    }
    line("%n## What filters would drop%n%nEach rule by itself, of all documents.%n");
    row(List.of("filter", "reason", "rule", "documents", "share"));
    line("|---|---|---|---:|---:|");
    for (JsonNode rule : report.path("rules")) {
      row(
          List.of(
              code(rule.path("filter").asText()),
              code(rule.path("reason").asText()),
              code(rule.path("rule").asText()),
              String.format(Locale.ROOT, "%,d", rule.path("documents").asLong()),
              Shown.share(rule.path("share").asDouble())));
    }
  }

  private void labels() {
    for (JsonNode label : report.path("labels")) {
      long all = label.path("count").asLong();
      line(
          "%n## `%s`%n%n%,d different values, about.%n",
          label.path("name").asText(), label.path("distinct").asLong());
      row(List.of("value", "documents", "share"));
      line("|---|---:|---:|");
      int shown = 0;
      for (JsonNode value : label.path("top")) {
        if (shown++ < TOP) {
          long count = value.path("count").asLong();
          row(
              List.of(
                  code(value.path("value").asText()),
                  String.format(Locale.ROOT, "%,d", count),
                  Shown.share((double) count / all)));
        }
      }
    }
  }

  private static String code(String value) {
    String one = value.replaceAll("[`|\\p{Cntrl}]", " ");
    return "`%s`".formatted(one.length() <= MOST_VALUE ? one : one.substring(0, MOST_VALUE) + "…");
  }

  private void row(List<String> cells) {
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }

  private void line(String format, Object... arguments) {
    text.append(String.format(Locale.ROOT, format, arguments).replace("\r\n", "\n")).append('\n');
  }
}
