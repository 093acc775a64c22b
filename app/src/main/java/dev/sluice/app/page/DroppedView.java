package dev.sluice.app.page;

import dev.sluice.app.html.HtmlWriter;
import dev.sluice.app.monitor.RunDocument;
import dev.sluice.app.monitor.RunDocument.Dropped;
import dev.sluice.app.monitor.RunDocument.Example;

/** What was dropped, by reason, with examples. */
final class DroppedView {
  private final HtmlWriter html;

  private DroppedView(HtmlWriter html) {
    this.html = html;
  }

  static void write(HtmlWriter html, RunDocument run) {
    if (!run.dropped().isEmpty()) {
      new DroppedView(html).write(run);
    }
  }

  private void write(RunDocument run) {
    html.open("section", "id", "dropped", "aria-labelledby", "dropped-title");
    html.element("h2", "Dropped, by reason", "id", "dropped-title");
    for (int i = 0; i < run.dropped().size(); i++) {
      reason(run, run.dropped().get(i), "reason-" + i);
    }
    html.close();
  }

  private void reason(RunDocument run, Dropped dropped, String id) {
    String share =
        run.flow() == null || run.flow().rowsRead() == 0
            ? ""
            : PageFigures.percent((double) dropped.count() / run.flow().rowsRead())
                + " of rows read";
    if (dropped.examples().isEmpty()) {
      html.open("p", "class", "reason");
      head(dropped, share);
      html.close();
      return;
    }
    html.open("details", "id", id, "class", "reason").open("summary");
    head(dropped, share);
    html.close();
    examples(dropped);
    html.close();
  }

  private void head(Dropped dropped, String share) {
    html.open("span", "class", "name")
        .foreign(ViewTable.cut(PageFigures.words(dropped.reason())))
        .close();
    html.text(" ").element("span", PageFigures.count(dropped.count()), "class", "number").text(" ");
    html.element("span", share, "class", "share");
  }

  private void examples(Dropped dropped) {
    String caption = "Examples of " + PageFigures.words(dropped.reason());
    try (ViewTable table = new ViewTable(html, caption, "Id", "File", "+Row", "Text")) {
      for (Example example : dropped.examples()) {
        table.row(
            example.id(),
            example.file(),
            PageFigures.count(example.row()),
            example.text() == null ? "" : example.text());
      }
    }
  }
}
