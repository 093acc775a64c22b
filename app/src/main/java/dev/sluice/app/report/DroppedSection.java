package dev.sluice.app.report;

import static dev.sluice.app.html.HtmlTable.Column.number;
import static dev.sluice.jobs.validate.report.ReportNumbers.count;
import static dev.sluice.jobs.validate.report.ReportNumbers.percent;

import dev.sluice.app.html.Excerpt;
import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.app.monitor.RunDocument.Dropped;
import dev.sluice.core.Counters;
import dev.sluice.core.FileLosses;
import dev.sluice.core.InputLosses;
import dev.sluice.core.Outcome;
import dev.sluice.core.RowFlag;
import dev.sluice.jobs.validate.output.ManifestSet;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.DumpManifest.QuarantinedPart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What became of every row, and which files were quarantined.
 *
 * @param recorded some of the rows that were dropped, by reason
 */
record DroppedSection(ManifestSet manifests, List<Dropped> recorded) {
  private static final int LISTED = 50;
  private static final int LONGEST = 200;
  private static final int REASONS = 12;
  private static final int EXAMPLES = 3;

  void write(HtmlWriter html) {
    outcomes(html);
    operators(html);
    recorded.stream()
        .filter(reason -> !reason.examples().isEmpty())
        .limit(REASONS)
        .forEach(reason -> examples(html, reason));
    flags(html);
    losses(html);
    quarantined(html);
  }

  private void outcomes(HtmlWriter html) {
    long rows = manifests.total(Counters.ROWS);
    try (HtmlTable table =
        new HtmlTable(
            html,
            "What became of the rows",
            List.of(
                HtmlTable.Column.text("Outcome"),
                number("Rows"),
                HtmlTable.Column.text("Share"),
                number("of all"),
                HtmlTable.Column.text("Reason")))) {
      table.row("Read").cell(count(rows)).bar(1, 0).cell("100%").cell("rows of the source").end();
      for (Outcome outcome : Outcome.values()) {
        long number = manifests.total(outcome.key());
        if (number > 0 || outcome == Outcome.KEPT) {
          double share = rows == 0 ? 0 : (double) number / rows;
          table
              .row(OutcomeText.name(outcome))
              .cell(count(number))
              .bar(share, outcome == Outcome.KEPT ? 2 : 1)
              .cell(percent(share, 2))
              .cell(OutcomeText.reason(outcome))
              .end();
        }
      }
    }
  }

  private void operators(HtmlWriter html) {
    SortedMap<String, Long> reasons = new TreeMap<>();
    for (DumpManifest manifest : manifests.dumps()) {
      manifest
          .operators()
          .values()
          .forEach(all -> all.forEach((r, n) -> reasons.merge(r, n, Long::sum)));
    }
    if (reasons.isEmpty()) {
      return;
    }
    long all = reasons.values().stream().mapToLong(Long::longValue).sum();
    try (HtmlTable table =
        new HtmlTable(
            html,
            "Documents that operators dropped or rejected",
            List.of(
                HtmlTable.Column.text("Operator and reason"),
                number("Documents"),
                HtmlTable.Column.text("Share")))) {
      reasons.entrySet().stream()
          .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
          .limit(LISTED)
          .forEach(
              reason ->
                  table
                      .row(Excerpt.of(reason.getKey(), LONGEST))
                      .cell(count(reason.getValue()))
                      .bar((double) reason.getValue() / all, 1)
                      .end());
    }
  }

  private static void examples(HtmlWriter html, Dropped dropped) {
    String reason = Excerpt.of(dropped.reason().replace('_', ' '), LONGEST);
    html.open("details").open("summary").text("Examples: ").foreign(reason).close();
    try (HtmlTable table =
        new HtmlTable(
            html,
            "Some of them, with the beginnings of their texts",
            List.of(
                HtmlTable.Column.text("Id"),
                HtmlTable.Column.text("File"),
                number("Row"),
                HtmlTable.Column.text("Text")))) {
      dropped.examples().stream()
          .limit(EXAMPLES)
          .forEach(
              example ->
                  table
                      .row(Excerpt.of(example.id(), LONGEST))
                      .foreign(Excerpt.of(example.file(), LONGEST))
                      .cell(count(example.row()))
                      .foreign(example.text() == null ? "" : Excerpt.of(example.text(), LONGEST))
                      .end());
    }
    html.closeLine();
  }

  private void flags(HtmlWriter html) {
    html.open("ul");
    for (RowFlag flag : RowFlag.values()) {
      long number = manifests.total(flag.key());
      if (number > 0) {
        html.element("li", count(number) + " " + text(flag));
      }
    }
    html.closeLine();
  }

  private static String text(RowFlag flag) {
    return switch (flag) {
      case SHORT_TEXT -> "rows have a text of fewer than 10 characters.";
      case MISSING_ID -> "rows had no id; one was derived from their file and row number.";
      case SCORE_ABOVE_MAX -> "rows have a score above the maximum.";
    };
  }

  private void losses(HtmlWriter html) {
    InputLosses losses = manifests.losses();
    if (losses.isEmpty()) {
      return;
    }
    List<String> counters = losses.counters();
    List<HtmlTable.Column> columns = new ArrayList<>();
    columns.add(HtmlTable.Column.text("File"));
    columns.add(number("Rows"));
    counters.forEach(name -> columns.add(number(name)));
    try (HtmlTable table =
        new HtmlTable(html, "Lost because of the input, the worst file first", columns)) {
      losses.worst().forEach(file -> row(table, Excerpt.of(file.file(), LONGEST), file, counters));
      losses
          .others()
          .ifPresent(
              others ->
                  row(table, count(others.of(InputLosses.FILES)) + " more", others, counters));
    }
  }

  private static void row(HtmlTable table, String name, FileLosses file, List<String> counters) {
    HtmlTable row = table.row(name).cell(count(file.of(Counters.ROWS)));
    counters.forEach(counter -> row.cell(count(file.of(counter))));
    row.end();
  }

  private void quarantined(HtmlWriter html) {
    List<QuarantinedPart> files =
        manifests.dumps().stream()
            .flatMap(manifest -> manifest.units().stream())
            .flatMap(unit -> unit.quarantined().stream())
            .sorted(Comparator.comparing(QuarantinedPart::file))
            .toList();
    if (files.isEmpty()) {
      html.element("p", "No file was quarantined.");
      return;
    }
    try (HtmlTable table =
        new HtmlTable(
            html,
            "Quarantined files: %s%s"
                .formatted(
                    count(files.size()), files.size() > LISTED ? ", the first " + LISTED : ""),
            List.of(HtmlTable.Column.text("File"), HtmlTable.Column.text("Reason")))) {
      files.stream()
          .limit(LISTED)
          .forEach(
              file ->
                  table
                      .row(Excerpt.of(file.file(), LONGEST))
                      .foreign(Excerpt.of(file.reason(), LONGEST))
                      .end());
    }
  }
}
