package dev.sluice.app.page;

import dev.sluice.app.html.HtmlWriter;
import dev.sluice.app.monitor.RunDocument;
import dev.sluice.app.monitor.RunDocument.Phase;
import dev.sluice.core.values.ByteSize;
import java.util.List;

/** The phases of a job on files. */
final class PhasesView {
  private PhasesView() {}

  static void write(HtmlWriter html, RunDocument run) {
    if (run.phases().isEmpty()) {
      return;
    }
    html.open("section", "id", "phases", "aria-labelledby", "phases-title");
    html.element("h2", "Phases", "id", "phases-title");
    try (ViewTable table =
        new ViewTable(
            html, "Phases in order", "Phase", "+Done", "+Of", "+Rows", "+Time", "+Time left")) {
      rows(table, run.phases());
    }
    html.close();
  }

  private static void rows(ViewTable table, List<Phase> phases) {
    for (Phase phase : phases) {
      table.row(
          phase.name(),
          amount(phase, phase.done()),
          phase.total() == 0 ? "not known" : amount(phase, phase.total()),
          PageFigures.count(phase.rows()),
          PageFigures.duration(Math.round(phase.seconds())),
          phase.secondsLeft() == null ? "" : "about " + PageFigures.duration(phase.secondsLeft()));
    }
  }

  private static String amount(Phase phase, long amount) {
    return phase.inBytes() ? ByteSize.approximate(amount) : PageFigures.count(amount);
  }
}
