package dev.sluice.app.page;

import dev.sluice.app.html.HtmlWriter;
import dev.sluice.app.monitor.RunDocument;
import dev.sluice.app.monitor.RunDocument.Event;
import java.util.List;

/** What happened, newest first. */
final class EventsView {
  private static final int MOST = 100;

  private EventsView() {}

  static void write(HtmlWriter html, RunDocument run) {
    if (run.events().isEmpty()) {
      return;
    }
    html.open("section", "id", "events", "aria-labelledby", "events-title");
    html.element("h2", "Events", "id", "events-title");
    try (ViewTable table =
        new ViewTable(html, "What happened, newest first", "Time", "Kind", "What happened")) {
      rows(table, run.events());
    }
    html.close();
  }

  private static void rows(ViewTable table, List<Event> events) {
    for (int i = events.size() - 1; i >= Math.max(0, events.size() - MOST); i--) {
      Event event = events.get(i);
      table.row(PageFigures.time(event.time()), PageFigures.words(event.kind()), event.text());
    }
  }
}
