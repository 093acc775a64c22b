package dev.sluice.app.report;

import static dev.sluice.app.html.HtmlTable.Column.number;
import static dev.sluice.app.html.HtmlTable.Column.text;
import static dev.sluice.jobs.validate.report.ReportNumbers.count;
import static dev.sluice.jobs.validate.report.ReportNumbers.percent;

import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.core.Bucket;
import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.jobs.survey.SealedOutput;
import dev.sluice.storage.output.DumpManifest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Documents by bucket and by dump, and outcomes of rows, in both outputs. */
record CountChanges(SealedOutput before, SealedOutput after) {
  private static final int LISTED = 400;

  void write(HtmlWriter html) {
    table(html, "Documents by bucket", "Bucket", byBucket(before), byBucket(after));
    table(html, "Documents by dump", "Dump", byDump(before), byDump(after));
    table(html, "Rows by outcome", "Outcome", byOutcome(before), byOutcome(after));
  }

  private static Map<String, Long> byBucket(SealedOutput output) {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (Bucket bucket : output.content().buckets()) {
      counts.put(bucket.name(), output.manifests().total(bucket.name(), Outcome.KEPT));
    }
    return counts;
  }

  private static Map<String, Long> byDump(SealedOutput output) {
    Map<String, Long> counts = new TreeMap<>();
    for (DumpManifest dump : output.manifests().dumps()) {
      counts.put(dump.dump(), dump.counters().getOrDefault(Outcome.KEPT.key(), 0L));
    }
    return counts;
  }

  private static Map<String, Long> byOutcome(SealedOutput output) {
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put("Read", output.manifests().total(Counters.ROWS));
    for (Outcome outcome : Outcome.values()) {
      long rows = output.manifests().total(outcome.key());
      if (rows > 0) {
        counts.put(OutcomeText.name(outcome), rows);
      }
    }
    return counts;
  }

  private static void table(
      HtmlWriter html,
      String caption,
      String name,
      Map<String, Long> first,
      Map<String, Long> second) {
    Map<String, Long> all = new LinkedHashMap<>(first);
    all.putAll(second);
    List<HtmlTable.Column> columns =
        List.of(text(name), number("A"), number("B"), number("Change"), number("in percent"));
    try (HtmlTable table = new HtmlTable(html, caption, columns)) {
      all.keySet().stream()
          .limit(LISTED)
          .forEach(
              key ->
                  row(table.row(key), first.getOrDefault(key, 0L), second.getOrDefault(key, 0L)));
    }
    if (all.size() > LISTED) {
      html.element("p", count(all.size() - LISTED) + " more are not listed.", "class", "note");
    }
  }

  private static void row(HtmlTable table, long was, long is) {
    long change = is - was;
    table
        .cell(count(was))
        .cell(count(is))
        .cell(change == 0 ? "0" : (change > 0 ? "+" : "−") + count(Math.abs(change)))
        .cell(was == 0 ? "" : (change < 0 ? "−" : "") + percent(Math.abs((double) change / was), 1))
        .end();
  }
}
