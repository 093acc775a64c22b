package dev.sluice.app.report;

import static dev.sluice.jobs.validate.report.ReportNumbers.count;

import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlTable.Bar;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.app.monitor.RunState.Dropped;
import dev.sluice.app.monitor.RunState.Flow;
import dev.sluice.app.page.RunTables;
import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.core.RowFlag;
import dev.sluice.jobs.validate.output.ManifestSet;
import dev.sluice.storage.output.DumpManifest.QuarantinedPart;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What became of every row, and which files were quarantined.
 *
 * @param recorded some of the rows that were dropped, by reason
 */
record DroppedSection(ManifestSet manifests, List<Dropped> recorded) {
  private static final int LISTED = 50;
  private static final int REASONS = 12;
  private static final int EXAMPLES = 3;

  void write(HtmlWriter html) {
    SortedMap<String, Long> outcomes = new TreeMap<>();
    Stream.of(Outcome.values())
        .forEach(outcome -> outcomes.put(outcome.key(), manifests.total(outcome.key())));
    RunTables.outcomes(html, new Flow(manifests.total(Counters.ROWS), outcomes, 0));
    operators(html);
    int number = 0;
    for (Dropped reason : recorded) {
      if (!reason.examples().isEmpty() && number < REASONS) {
        RunTables.examples(html, reason, "reason-" + number++, EXAMPLES);
      }
    }
    flags(html);
    if (!manifests.losses().isEmpty()) {
      html.element("h3", "Lost because of the input");
      RunTables.losses(html, manifests.losses());
    }
    quarantined(html);
  }

  private void operators(HtmlWriter html) {
    SortedMap<String, Long> reasons = new TreeMap<>();
    manifests.dumps().stream()
        .flatMap(manifest -> manifest.operators().values().stream())
        .forEach(all -> all.forEach((reason, rows) -> reasons.merge(reason, rows, Long::sum)));
    if (reasons.isEmpty()) {
      return;
    }
    double all = reasons.values().stream().mapToLong(Long::longValue).sum();
    String caption = "Documents that operators dropped or rejected";
    try (HtmlTable table =
        new HtmlTable(html, caption, "Operator and reason", "+Documents", "Share")) {
      reasons.entrySet().stream()
          .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
          .limit(LISTED)
          .forEach(
              reason ->
                  table.row(
                      reason.getKey(), reason.getValue(), new Bar(reason.getValue() / all, 1)));
    }
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
    String more = files.size() > LISTED ? ", the first " + LISTED : "";
    String caption = "Quarantined files: " + count(files.size()) + more;
    try (HtmlTable table = new HtmlTable(html, caption, "File", "Reason")) {
      files.stream().limit(LISTED).forEach(file -> table.row(file.file(), file.reason()));
    }
  }
}
