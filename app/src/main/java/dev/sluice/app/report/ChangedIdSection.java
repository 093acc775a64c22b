package dev.sluice.app.report;

import static dev.sluice.app.html.HtmlTable.Column.text;
import static dev.sluice.jobs.validate.report.ReportNumbers.count;

import dev.sluice.app.html.Excerpt;
import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.jobs.comparison.ChangedId;
import dev.sluice.jobs.comparison.IdChanges;
import java.util.List;

/** The first ids that moved, came and went. */
record ChangedIdSection(IdChanges changes) {
  private static final int LONGEST = 120;

  void write(HtmlWriter html) {
    table(html, "Moved", changes.firstMoved(), changes.movedIds());
    table(html, "Only in A", changes.firstLost(), changes.lost());
    table(html, "Only in B", changes.firstGained(), changes.gained());
  }

  private static void table(HtmlWriter html, String title, List<ChangedId> ids, long all) {
    if (ids.isEmpty()) {
      html.element("p", title + ": none.");
      return;
    }
    String caption =
        ids.size() == all
            ? title + ": " + count(all)
            : "%s: the first %d of %s".formatted(title, ids.size(), count(all));
    List<HtmlTable.Column> columns =
        List.of(text("Id"), text("Dump"), text("Buckets in A"), text("Buckets in B"));
    try (HtmlTable table = new HtmlTable(html, caption, columns)) {
      for (ChangedId id : ids) {
        table
            .row(Excerpt.of(id.id(), LONGEST))
            .foreign(id.dump())
            .cell(named(id.before()))
            .cell(named(id.after()))
            .end();
      }
    }
  }

  private static String named(List<String> buckets) {
    String names = String.join(", ", buckets.stream().limit(8).toList());
    return buckets.size() > 8 ? names + ", …" : names;
  }
}
