package dev.sluice.app.page;

import dev.sluice.app.html.HtmlWriter;
import dev.sluice.app.monitor.RunDocument;

/** A run document as HTML: everything but the lines over time, which the script draws. */
final class PageView {
  private PageView() {}

  /** The content of the page. In one line; the same document gives the same HTML. */
  static String of(RunDocument run) {
    HtmlWriter html = new HtmlWriter();
    OverallView.write(html, run);
    StagesView.write(html, run);
    PhasesView.write(html, run);
    FlowView.write(html, run);
    html.open("section", "id", "lines", "aria-labelledby", "lines-title", "data-keep", "")
        .element("h2", "Over time", "id", "lines-title")
        .open("noscript")
        .element("p", "Lines need JavaScript. The tables do not: reload the page for new figures.")
        .close()
        .close();
    DumpsView.write(html, run);
    BucketsView.write(html, run);
    DroppedView.write(html, run);
    LossesView.write(html, run);
    EventsView.write(html, run);
    SetupView.write(html, run);
    return html.html().replace('\n', ' ');
  }
}
