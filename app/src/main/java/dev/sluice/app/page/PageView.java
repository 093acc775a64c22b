package dev.sluice.app.page;

import dev.sluice.app.html.Figures;
import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.app.monitor.RunDocument;
import dev.sluice.app.monitor.RunDocument.Process;
import dev.sluice.app.monitor.RunState;
import dev.sluice.app.monitor.RunState.Bucket;
import dev.sluice.app.monitor.RunState.Dropped;
import dev.sluice.app.monitor.RunState.Dump;
import dev.sluice.app.monitor.RunState.Holder;
import dev.sluice.app.monitor.RunState.Stage;
import dev.sluice.app.progress.PhaseProgress;
import dev.sluice.core.Outcome;
import dev.sluice.core.Unit;
import dev.sluice.core.values.ByteSize;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Formats a run document as HTML, as the content of the live page. */
final class PageView {
  private static final ZoneId HERE = ZoneId.systemDefault();
  private static final String OVER_TIME = "lines";

  /** The meaning of each phase. */
  private static final Map<String, String> MEANING =
      Map.of(
          "starting",
          "Starting: connecting to the broker and looking at the input",
          "restoring",
          "Restoring state, to continue where the last process stopped",
          "ready",
          "Running",
          "stopping",
          "Stopping: finishing the work in progress",
          "ended",
          "Finished",
          "failed",
          "Failed");

  private static final Map<String, String> STAGES =
      Map.of(
          "ingest", "reads rows from files",
          "topology", "samples, cleans and deduplicates documents",
          "matcher", "finds documents that earlier documents contain",
          "sink", "writes shards");

  private final RunDocument run;
  private final RunState state;
  private final HtmlWriter html = new HtmlWriter();

  private PageView(RunDocument run) {
    this.run = run;
    this.state = run.state();
  }

  /** Returns the content of the page, on one line. The same document gives the same HTML. */
  static String of(RunDocument run) {
    return new PageView(run).write();
  }

  private String write() {
    overall();
    section("stages", "Stages", !state.stages().isEmpty(), this::stages);
    section("phases", "Phases", !state.phases().isEmpty(), this::phases);
    section(
        "flow",
        "From rows read to documents kept",
        state.flow() != null,
        () -> RunTables.outcomes(html, state.flow()));
    section(OVER_TIME, "Over time", true, () -> RunTables.charts(html, run.series()));
    section("dumps", "Dumps", !state.dumps().isEmpty(), this::dumps);
    section("buckets", "Buckets", !state.buckets().isEmpty(), this::buckets);
    section("dropped", "Dropped, by reason", !state.dropped().isEmpty(), this::dropped);
    section(
        "losses",
        "Lost because of the input",
        !state.lost().isEmpty(),
        () -> RunTables.losses(html, state.lost()));
    section(
        "events",
        "Events",
        !run.events().isEmpty(),
        () -> RunTables.events(html, run.events(), HERE));
    section("setup", "Set-up", true, this::setup);
    return html.html().replace('\n', ' ');
  }

  private void section(String id, String title, boolean isShown, Runnable content) {
    if (isShown) {
      html.section(id, title);
      content.run();
      html.close();
    }
  }

  private void overall() {
    html.open("section", "id", "overall", "class", run.phase(), "aria-labelledby", "overall-title");
    html.open("h2", "id", "overall-title").element("span", run.job(), "class", "job").text(" ");
    html.element("span", phase(), "id", "phase").close();
    String percent = Figures.part(state.progress().fraction());
    String value = String.format(Locale.ROOT, "%.4f", state.progress().fraction());
    html.open("div", "class", "overall-bar");
    html.element(
        "progress", percent, "max", "1", "value", value, "aria-labelledby", "overall-title");
    html.element("span", percent, "id", "percent").close().tiles();
    html.tile("Time left", left(), "id", "left").tile("Time so far", elapsed());
    if (state.progress().total() > 0) {
      String done = ByteSize.approximate(state.progress().done());
      html.tile("Input finished", done + " of " + ByteSize.approximate(state.progress().total()));
    }
    if (state.flow() != null) {
      html.tile("Rows read", state.flow().rowsRead(), "id", "rows-read");
      html.tile("Documents kept", state.flow().of(Outcome.KEPT), "id", "kept");
    }
    if (state.quarantinedFiles() > 0) {
      html.tile("Files quarantined", state.quarantinedFiles());
    }
    html.close();
    html.open("noscript").element("p", "Without JavaScript, reload the page for new figures.");
    html.close().close();
  }

  private String phase() {
    boolean stopped =
        run.phase().equals("ended")
            && run.processes().stream().anyMatch(each -> "stopped".equals(each.exit()));
    return stopped
        ? "Stopped: run the command again to continue"
        : MEANING.getOrDefault(run.phase(), run.phase());
  }

  private String left() {
    return switch (run.phase()) {
      case "ended", "failed" -> "none";
      default ->
          state.progress().secondsLeft() == null
              ? "not known yet"
              : about(state.progress().secondsLeft());
    };
  }

  private static String about(Long seconds) {
    return seconds == null ? "" : "about " + Figures.duration(seconds);
  }

  private String elapsed() {
    Optional<Process> newest =
        run.processes().stream().max(Comparator.comparingLong(Process::started));
    return newest
        .map(process -> process.ended() == null ? run.now() - process.started() : time(process))
        .map(millis -> Figures.duration(RunTables.seconds(millis)))
        .orElse("not known");
  }

  private static long time(Process process) {
    return process.ended() - process.started();
  }

  private void stages() {
    Holder holder = state.holder();
    html.open("p", "id", "holder", "role", "status", "class", holder == null ? "" : "held");
    if (holder == null) {
      nobodyHolds();
    } else {
      html.text("The ").open("strong").foreign(holder.stage()).close();
      html.text(" has held up the other stages since " + Figures.time(holder.since(), HERE) + ".");
    }
    html.close().open("ol", "class", "stages");
    state.stages().forEach(this::stage);
    html.close();
  }

  /**
   * Explains that no stage holds up the others: one stage may wait while ingest continues to read.
   */
  private void nobodyHolds() {
    Optional<Stage> waiting =
        state.stages().stream().filter(stage -> stage.waitsFor() != null).findFirst();
    if (waiting.isEmpty()) {
      html.text("No stage holds up the others.");
    } else {
      html.text("The ").foreign(waiting.get().name());
      html.text(" waits for the ");
      html.foreign(waiting.get().waitsFor()).text(", but no stage holds up all the others.");
    }
  }

  private void stage(Stage stage) {
    boolean holds = state.holder() != null && state.holder().stage().equals(stage.name());
    html.open("li", "class", stage.state() + (holds ? " holds" : ""));
    html.open("h3").foreign(stage.name()).close();
    html.note(STAGES.getOrDefault(stage.name(), ""));
    html.open("p", "class", "state").text(stage.state());
    if (stage.waitsFor() != null) {
      html.text(" for the ").foreign(stage.waitsFor());
    }
    if (stage.since() != null) {
      html.text(" for " + Figures.duration(RunTables.seconds(run.now() - stage.since())));
    }
    html.close().open("dl").tile("Rows per second", Math.round(stage.perSecond()));
    if (stage.lag() != null) {
      html.tile("Rows waiting", stage.lag());
    }
    html.close().close();
  }

  private void phases() {
    try (HtmlTable table =
        new HtmlTable(
            html, "Phases in order", "Phase", "+Done", "+Of", "+Rows", "+Time", "+Time left")) {
      for (PhaseProgress.Phase phase : state.phases()) {
        table.row(
            phase.name(),
            amount(phase, phase.done()),
            phase.total() == 0 ? "not known" : amount(phase, phase.total()),
            phase.rows(),
            Figures.duration(Math.round(phase.seconds())),
            about(phase.secondsLeft()));
      }
    }
  }

  private static Object amount(PhaseProgress.Phase phase, long amount) {
    return phase.inBytes() ? ByteSize.approximate(amount) : (Object) amount;
  }

  /** Lists the dumps, those in progress first. */
  private void dumps() {
    html.element("p", summary(), "id", "dumps-summary");
    try (HtmlTable table =
        new HtmlTable(
            html,
            "All dumps",
            "Dump",
            "State",
            "+Files read",
            "+Bytes read",
            "+Rows",
            "+Kept",
            "+Time left")) {
      state.dumps().stream()
          .sorted(Comparator.comparingInt(dump -> Dump.STATES.indexOf(dump.state())))
          .forEach(dump -> dump(table, dump));
    }
  }

  private String summary() {
    return Dump.STATES.stream()
        .map(each -> count(each) + " " + each)
        .collect(Collectors.joining(", ", state.dumps().size() + " dumps: ", ""));
  }

  private long count(String dumpState) {
    return state.dumps().stream().filter(dump -> dump.state().equals(dumpState)).count();
  }

  private static void dump(HtmlTable table, Dump dump) {
    boolean isLoose = dump.name().equals(Unit.LOOSE_TITLE);
    table.row(
        dump.name(),
        dump.state(),
        dump.files() == 0 ? "" : "%,d of %,d".formatted(dump.filesRead(), dump.files()),
        dump.bytes() == 0
            ? ""
            : Figures.part((double) dump.bytesRead() / dump.bytes())
                + " of "
                + ByteSize.approximate(dump.bytes()),
        isLoose ? "" : (Object) dump.rows(),
        isLoose ? "" : (Object) dump.kept(),
        about(dump.secondsLeft()));
  }

  private void buckets() {
    List<String> columns = new ArrayList<>(List.of("Bucket", "+Rate wanted", "+Rate measured"));
    SortedSet<String> listed = new TreeSet<>();
    state.buckets().forEach(bucket -> listed.addAll(bucket.counts().listed().keySet()));
    List<Outcome> outcomes =
        Stream.of(Outcome.values()).filter(outcome -> listed.contains(outcome.key())).toList();
    outcomes.forEach(outcome -> columns.add("+" + Figures.words(outcome.key())));
    try (HtmlTable table = new HtmlTable(html, "Counts of each bucket", columns)) {
      for (Bucket bucket : state.buckets()) {
        List<Object> cells = new ArrayList<>();
        cells.add(Figures.rate(bucket.targetRate()));
        cells.add(bucket.measuredRate() == null ? "" : Figures.rate(bucket.measuredRate()));
        outcomes.forEach(outcome -> cells.add(bucket.counts().of(outcome)));
        table.row(bucket.name(), cells);
      }
    }
  }

  private void dropped() {
    int number = 0;
    for (Dropped dropped : state.dropped()) {
      RunTables.examples(html, dropped, "reason-" + number++, Integer.MAX_VALUE);
    }
  }

  private void setup() {
    html.open("details", "id", "processes").element("summary", "Processes");
    RunTables.processes(html, run.processes(), HERE);
    html.close().open("details", "id", "versions").element("summary", "Versions");
    pairs("Versions", run.versions());
    html.close().open("details", "id", "configuration").element("summary", "Configuration");
    pairs("Configuration", run.config());
    html.close();
  }

  private void pairs(String caption, Map<String, String> values) {
    try (HtmlTable table = new HtmlTable(html, caption, "Of", "Value")) {
      values.forEach(table::row);
    }
  }
}
