package dev.sluice.app.page;

import dev.sluice.app.html.HtmlWriter;
import dev.sluice.app.monitor.RunDocument;
import dev.sluice.app.monitor.RunDocument.Process;
import dev.sluice.app.monitor.RunDocument.Progress;
import dev.sluice.core.values.ByteSize;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/** How far the job is, and how long it still takes. */
final class OverallView {
  private static final double MILLIS = 1e3;

  /** What phases mean. */
  private static final Map<String, String> MEANING =
      Map.of(
          "starting",
          "Starting: connects to the broker and looks at the input",
          "restoring",
          "Restoring its state: work goes on from where it was stopped",
          "ready",
          "Running",
          "stopping",
          "Stopping: finishes what it has begun",
          "ended",
          "Finished",
          "failed",
          "Failed",
          RunDocument.KILLED,
          "Killed, or lost with its machine: the same command continues");

  private final RunDocument run;
  private final HtmlWriter html;

  private OverallView(HtmlWriter html, RunDocument run) {
    this.html = html;
    this.run = run;
  }

  static void write(HtmlWriter html, RunDocument run) {
    new OverallView(html, run).write();
  }

  private void write() {
    html.open("section", "id", "overall", "class", run.phase(), "aria-labelledby", "overall-title");
    html.open("h2", "id", "overall-title").element("span", run.job(), "class", "job").text(" ");
    html.element("span", phase(), "id", "phase").close();
    bar(run.progress());
    html.open("dl", "class", "figures");
    figure("left", "Time left", left());
    figure("elapsed", "Time so far", elapsed());
    if (run.progress().total() > 0) {
      figure(
          "input",
          "Input finished",
          ByteSize.approximate(run.progress().done())
              + " of "
              + ByteSize.approximate(run.progress().total()));
    }
    if (run.flow() != null) {
      long kept = run.flow().outcomes().getOrDefault("kept", 0L);
      figure("rows-read", "Rows read", PageFigures.count(run.flow().rowsRead()));
      figure("kept", "Documents kept", PageFigures.count(kept));
    }
    if (run.quarantinedFiles() > 0) {
      figure("quarantined", "Files quarantined", PageFigures.count(run.quarantinedFiles()));
    }
    html.close().close();
  }

  private String phase() {
    boolean stopped =
        run.phase().equals("ended")
            && run.processes().stream().anyMatch(each -> "stopped".equals(each.exit()));
    return stopped
        ? "Stopped: the same command continues"
        : MEANING.getOrDefault(run.phase(), run.phase());
  }

  private void bar(Progress progress) {
    String percent = PageFigures.percent(progress.fraction());
    html.open("div", "class", "overall-bar");
    html.element(
        "progress",
        percent,
        "max",
        "1",
        "value",
        String.format(Locale.ROOT, "%.4f", progress.fraction()),
        "aria-labelledby",
        "overall-title");
    html.element("span", percent, "id", "percent").close();
  }

  private String left() {
    if (isOver()) {
      return "none";
    }
    if (run.phase().equals(RunDocument.KILLED)) {
      return "not known";
    }
    return run.progress().secondsLeft() == null
        ? "not known yet"
        : "about " + PageFigures.duration(run.progress().secondsLeft());
  }

  private boolean isOver() {
    return run.phase().equals("ended") || run.phase().equals("failed");
  }

  private String elapsed() {
    OptionalLong started = run.processes().stream().mapToLong(Process::started).max();
    long end =
        run.processes().stream()
            .max(Comparator.comparingLong(Process::started))
            .map(Process::ended)
            .orElse(run.now());
    return started.isPresent()
        ? PageFigures.duration(Math.round((end - started.getAsLong()) / MILLIS))
        : "not known";
  }

  private void figure(String id, String name, String value) {
    html.open("div").element("dt", name).element("dd", value, "id", id).close();
  }
}
