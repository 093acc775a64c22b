package dev.sluice.app.report;

import static dev.sluice.app.html.HtmlTable.Column.number;
import static dev.sluice.app.html.HtmlTable.Column.text;
import static dev.sluice.jobs.validate.report.ReportNumbers.count;
import static dev.sluice.jobs.validate.report.ReportNumbers.percent;

import dev.sluice.app.html.Excerpt;
import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.jobs.analyze.LabelCounts;
import dev.sluice.jobs.analyze.LabelCounts.Label;
import dev.sluice.jobs.survey.ShardValues;
import java.util.List;
import java.util.Optional;

/** The most frequent languages and domains. */
record LabelSection(ShardValues values) {
  private static final int TOP = 50;
  private static final int LONGEST = 60;

  /** What it shows; empty if nothing. */
  Optional<String> title() {
    boolean languages = values.languages().count() > 0;
    boolean domains = values.domains().count() > 0;
    if (languages && domains) {
      return Optional.of("Languages and domains");
    }
    return languages
        ? Optional.of("Languages")
        : domains ? Optional.of("Domains") : Optional.empty();
  }

  void write(HtmlWriter html) {
    html.open("div", "class", "tables");
    table(html, "Languages", "Language", values.languages());
    table(html, "Domains", "Domain", values.domains());
    html.closeLine();
  }

  private static void table(HtmlWriter html, String title, String name, LabelCounts counts) {
    if (counts.count() == 0) {
      return;
    }
    List<Label> top = counts.top(TOP);
    String caption =
        top.size() < TOP
            ? title
            : "%s: the first %d of about %s".formatted(title, TOP, count(counts.distinct()));
    html.open("div");
    try (HtmlTable table =
        new HtmlTable(
            html,
            caption,
            List.of(text(name), number("Documents"), text("Share"), number("of all")))) {
      for (Label label : top) {
        double share = (double) label.count() / counts.count();
        table
            .row(Excerpt.of(label.value(), LONGEST))
            .cell(count(label.count()))
            .bar((double) label.count() / top.get(0).count(), 0)
            .cell(percent(share, 2))
            .end();
      }
    }
    if (counts.shortBy() > 0) {
      html.element(
          "p",
          "Counts may be too low by up to %s, because rare values are not all remembered."
              .formatted(count(counts.shortBy())),
          "class",
          "note");
    }
    html.closeLine();
  }
}
