package dev.sluice.app.page;

import dev.sluice.app.html.HtmlWriter;
import dev.sluice.app.monitor.RunDocument;
import dev.sluice.app.monitor.RunDocument.Flow;
import dev.sluice.core.Outcome;

/** The way of the rows: from rows read to documents kept, and what leaves on the way. */
final class FlowView {
  private FlowView() {}

  static void write(HtmlWriter html, RunDocument run) {
    if (run.flow() == null) {
      return;
    }
    Flow flow = run.flow();
    html.open("section", "id", "flow", "aria-labelledby", "flow-title");
    html.element("h2", "From rows read to documents kept", "id", "flow-title");
    html.open(
        "div", "class", "scroll wide", "role", "region", "aria-label", "Flow", "tabindex", "0");
    new FlowDiagram(html, flow).write();
    html.close().open("details", "id", "flow-figures").element("summary", "The same as a table");
    try (ViewTable table =
        new ViewTable(html, "Outcomes of rows", "Outcome", "+Rows", "+Of rows read")) {
      rows(table, flow);
    }
    html.close().close();
  }

  private static void rows(ViewTable table, Flow flow) {
    row(table, "rows read", flow.rowsRead(), flow);
    for (Outcome outcome : Outcome.values()) {
      long rows = flow.outcomes().getOrDefault(outcome.key(), 0L);
      if (rows > 0 || outcome == Outcome.KEPT) {
        row(table, PageFigures.words(outcome.key()), rows, flow);
      }
    }
    if (flow.inFlight() > 0) {
      row(table, "in flight", flow.inFlight(), flow);
    }
  }

  private static void row(ViewTable table, String name, long rows, Flow flow) {
    table.row(
        name,
        PageFigures.count(rows),
        flow.rowsRead() == 0 ? "" : PageFigures.percent((double) rows / flow.rowsRead()));
  }
}
