package dev.sluice.app.page;

import dev.sluice.app.html.HtmlWriter;
import dev.sluice.app.monitor.RunDocument;
import dev.sluice.app.monitor.RunDocument.Process;
import java.util.List;
import java.util.Map;

/** Processes, versions and configuration. */
final class SetupView {
  private final HtmlWriter html;

  private SetupView(HtmlWriter html) {
    this.html = html;
  }

  static void write(HtmlWriter html, RunDocument run) {
    new SetupView(html).write(run);
  }

  private void write(RunDocument run) {
    html.open("section", "id", "setup", "aria-labelledby", "setup-title");
    html.element("h2", "Set-up", "id", "setup-title");
    begin("processes", "Processes");
    processes(run.processes());
    html.close();
    begin("versions", "Versions");
    pairs("Versions", "Of", run.versions());
    html.close();
    begin("configuration", "Configuration");
    pairs("Configuration", "Key", run.config());
    html.close();
    html.close();
  }

  private void begin(String id, String summary) {
    html.open("details", "id", "setup-" + id).element("summary", summary);
  }

  private void processes(List<Process> processes) {
    try (ViewTable table =
        new ViewTable(
            html, "Processes", "Role", "+Process id", "Work directory", "Started", "Ended")) {
      for (Process process : processes) {
        table.row(
            process.role(),
            Long.toString(process.pid()),
            process.instance(),
            PageFigures.time(process.started()),
            end(process));
      }
    }
  }

  private static String end(Process process) {
    String exit = process.exit() == null ? "" : process.exit();
    if (process.ended() == null) {
      return exit;
    }
    return PageFigures.time(process.ended()) + (exit.isEmpty() ? "" : ", " + exit);
  }

  private void pairs(String caption, String name, Map<String, String> values) {
    try (ViewTable table = new ViewTable(html, caption, name, "Value")) {
      values.forEach(table::row);
    }
  }
}
