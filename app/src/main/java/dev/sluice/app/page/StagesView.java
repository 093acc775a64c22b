package dev.sluice.app.page;

import dev.sluice.app.html.HtmlWriter;
import dev.sluice.app.monitor.RunDocument;
import dev.sluice.app.monitor.RunDocument.Stage;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The stages of the main job, and which of them holds the others up. */
final class StagesView {
  private static final double MILLIS = 1e3;
  private static final Map<String, String> ROLES =
      Map.of(
          "ingest", "reads rows from files",
          "topology", "samples, cleans, removes duplicates",
          "bands", "finds documents similar to earlier ones",
          "sink", "writes shards");

  private final RunDocument run;
  private final HtmlWriter html;

  private StagesView(HtmlWriter html, RunDocument run) {
    this.html = html;
    this.run = run;
  }

  static void write(HtmlWriter html, RunDocument run) {
    if (!run.stages().isEmpty()) {
      new StagesView(html, run).write();
    }
  }

  private void write() {
    html.open("section", "id", "stages", "aria-labelledby", "stages-title");
    html.element("h2", "Stages", "id", "stages-title");
    html.open("p", "id", "holder", "role", "status", "class", run.holder() == null ? "" : "held");
    if (run.holder() == null) {
      nobody();
    } else {
      html.text("The ").open("strong").foreign(run.holder().stage()).close();
      html.text(" has held the others up since " + PageFigures.time(run.holder().since()) + ".");
    }
    html.close().open("ol", "class", "stages");
    run.stages().forEach(this::stage);
    html.close().close();
  }

  /** One stage may wait while ingest reads on. */
  private void nobody() {
    Optional<Stage> waiting =
        run.stages().stream().filter(stage -> stage.waitsFor() != null).findFirst();
    if (waiting.isEmpty()) {
      html.text("No stage holds the others up.");
    } else {
      boolean several = waiting.get().name().equals("bands");
      html.text("The ").foreign(waiting.get().name());
      html.text(several ? " wait for the " : " waits for the ");
      html.foreign(waiting.get().waitsFor()).text(", but no stage holds all others up.");
    }
  }

  private void stage(Stage stage) {
    boolean holds = run.holder() != null && run.holder().stage().equals(stage.name());
    html.open("li", "class", stage.state() + (holds ? " holds" : ""));
    html.open("h3").foreign(stage.name()).close();
    html.element("p", ROLES.getOrDefault(stage.name(), ""), "class", "role");
    html.open("p", "class", "state").text(stage.state());
    if (stage.waitsFor() != null) {
      html.text(" for the ").foreign(stage.waitsFor());
    }
    if (stage.since() != null) {
      html.text(" for " + PageFigures.duration(Math.round((run.now() - stage.since()) / MILLIS)));
    }
    html.close().open("dl");
    html.element("dt", "Rows per second");
    html.element("dd", String.format(Locale.ROOT, "%,.0f", stage.perSecond()));
    if (stage.lag() != null) {
      html.element("dt", "Rows before it").element("dd", PageFigures.count(stage.lag()));
    }
    html.close().close();
  }
}
