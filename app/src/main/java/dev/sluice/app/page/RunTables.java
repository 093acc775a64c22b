package dev.sluice.app.page;

import dev.sluice.app.html.Figures;
import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlTable.Bar;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.app.html.LineChart;
import dev.sluice.app.html.LineChart.Line;
import dev.sluice.app.monitor.RunDocument.Event;
import dev.sluice.app.monitor.RunDocument.Process;
import dev.sluice.app.monitor.RunState.Dropped;
import dev.sluice.app.monitor.RunState.Example;
import dev.sluice.app.monitor.RunState.Flow;
import dev.sluice.app.monitor.Series;
import dev.sluice.app.monitor.Series.Figure;
import dev.sluice.core.Counters;
import dev.sluice.core.InputLosses;
import dev.sluice.core.InputLosses.FileLosses;
import dev.sluice.core.Outcome;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/**
 * Writes the tables and charts of a run that both the live page and the report of an output show.
 */
public final class RunTables {
  private static final double MILLIS = 1e3;
  private static final int MOST_EVENTS = 100;

  private RunTables() {}

  /** Shows what became of the rows that were read. */
  public static void outcomes(HtmlWriter html, Flow flow) {
    String caption = "What became of the rows";
    try (HtmlTable table =
        new HtmlTable(html, caption, "Outcome", "+Rows", "Share", "+of all", "Reason")) {
      table.row("read", flow.rowsRead(), new Bar(1, 0), "100 %", "rows of the source");
      for (Outcome outcome : Outcome.values()) {
        if (flow.of(outcome) > 0 || outcome == Outcome.KEPT) {
          int colour = outcome == Outcome.KEPT ? 2 : 1;
          row(table, Figures.words(outcome.key()), flow.of(outcome), flow, colour, why(outcome));
        }
      }
      if (flow.inFlight() > 0) {
        row(table, "in flight", flow.inFlight(), flow, 1, "not decided yet");
      }
    }
  }

  private static void row(
      HtmlTable table, String name, long rows, Flow flow, int colour, String reason) {
    double share = flow.rowsRead() == 0 ? 0 : (double) rows / flow.rowsRead();
    table.row(name, rows, new Bar(share, colour), Figures.rate(share), reason);
  }

  private static String why(Outcome outcome) {
    return switch (outcome) {
      case KEPT -> "in the output";
      case DUPLICATES_REMOVED -> "an earlier document with the same id was kept";
      case NEAR_DUPLICATES_REMOVED -> "an earlier document is a near-duplicate";
      case TAKEN_DOWN -> "a take-down names the document";
      case SAMPLED_OUT -> "the hash of the id is not below the bucket's rate";
      case FILTERED_OUT -> "no bucket contains the score, or the row does not pass the filter";
      case INVALID_ROW -> "the line is not a valid JSON object";
      case MISSING_SCORE -> "the row has no score";
      case INVALID_SCORE -> "the score is not a number, or is outside the allowed range";
      case EMPTY_TEXT -> "the text is missing or blank";
      case INVALID_TEXT -> "the id or the text is not valid UTF-8, or the id is too long";
      case OPERATOR_DROPPED -> "an operator dropped the document";
      case REJECTED ->
          "an operator failed on the document, or other values of the row cannot be used";
    };
  }

  /**
   * Shows examples of rows dropped for a reason. A line with the reason opens and closes them.
   *
   * @param id id of that line, unique in the page
   * @param most maximum number of examples to show
   */
  public static void examples(HtmlWriter html, Dropped dropped, String id, int most) {
    String reason = Figures.cut(Figures.words(dropped.reason()), HtmlTable.MOST_CHARS);
    html.open("details", "id", id).open("summary").foreign(reason);
    html.text(String.format(Locale.ROOT, ": %,d rows", dropped.count())).close();
    String caption = "Examples of " + reason;
    try (HtmlTable table = new HtmlTable(html, caption, "Id", "File", "+Row", "Text")) {
      for (Example row : dropped.examples().stream().limit(most).toList()) {
        table.row(row.id(), row.file(), row.row(), row.text() == null ? "" : row.text());
      }
    }
    html.closeLine();
  }

  /** Shows what files of the input have lost, the worst file first. */
  public static void losses(HtmlWriter html, InputLosses losses) {
    List<String> counters = losses.counters();
    List<String> columns = new ArrayList<>(List.of("File", "+Rows"));
    counters.forEach(counter -> columns.add("+" + Figures.words(counter)));
    try (HtmlTable table = new HtmlTable(html, "Files, worst first", columns)) {
      losses.worst().forEach(file -> row(table, file.file(), file, counters));
      losses
          .others()
          .ifPresent(
              others -> {
                String name = String.format(Locale.ROOT, "%,d more", others.of(InputLosses.FILES));
                row(table, name, others, counters);
              });
    }
  }

  private static void row(HtmlTable table, String name, FileLosses file, List<String> counters) {
    List<Long> cells = new ArrayList<>(List.of(file.of(Counters.ROWS)));
    counters.forEach(counter -> cells.add(file.of(counter)));
    table.row(name, cells);
  }

  /** Shows the processes that worked on the job. */
  public static void processes(HtmlWriter html, List<Process> processes, ZoneId zone) {
    try (HtmlTable table =
        new HtmlTable(
            html,
            "Processes",
            "Command",
            "Sluice",
            "+Process id",
            "Work directory",
            "Started",
            "+Time",
            "End")) {
      for (Process process : processes) {
        boolean ended = process.ended() != null;
        table.row(
            process.role(),
            process.release(),
            Long.toString(process.pid()),
            process.instance(),
            Figures.time(process.started(), zone),
            ended ? Figures.duration(seconds(process.ended() - process.started())) : "",
            process.exit() == null ? "killed, or still running" : process.exit());
      }
    }
  }

  static long seconds(long millis) {
    return Math.round(millis / MILLIS);
  }

  /** Shows events, the newest first. */
  public static void events(HtmlWriter html, List<Event> events, ZoneId zone) {
    try (HtmlTable table =
        new HtmlTable(html, "What happened, newest first", "Time", "Kind", "What happened")) {
      for (int i = events.size() - 1; i >= Math.max(0, events.size() - MOST_EVENTS); i--) {
        Event event = events.get(i);
        String time = Figures.time(event.time(), zone);
        table.row(time, Figures.words(event.kind()), event.text());
      }
    }
  }

  /** Shows figures as lines over time. */
  public static void charts(HtmlWriter html, Series series) {
    if (series.points().size() < 2) {
      html.element("p", "The run was too short for charts.");
      return;
    }
    html.open("div", "class", "charts");
    DoubleFunction<String> bytes = number -> Figures.rounded(number) + "B";
    DoubleFunction<String> plain = Figures::rounded;
    chart(
            "Rows per second",
            series,
            line("read", series, Figure.ROWS_PER_SECOND),
            line("kept", series, Figure.KEPT_PER_SECOND))
        .write(html, plain);
    chart("Bytes read per second", series, line("read", series, Figure.READ_BYTES_PER_SECOND))
        .write(html, bytes);
    chart(
            "Rows waiting",
            series,
            line("before the topology", series, Figure.LAG_TOPOLOGY),
            line("before the sink", series, Figure.LAG_SINK))
        .write(html, plain);
    chart("Memory", series, line("resident", series, Figure.MEMORY_BYTES)).write(html, bytes);
    chart("Free disk", series, line("free", series, Figure.DISK_FREE_BYTES)).write(html, bytes);
    chart("Processors kept busy", series, line("busy", series, Figure.CPUS)).write(html, plain);
    html.closeLine();
  }

  private static LineChart chart(String title, Series series, Line... lines) {
    long begin = series.time().get(0);
    double[] seconds = series.time().stream().mapToDouble(t -> (t - begin) / MILLIS).toArray();
    return new LineChart(title, title + ", over the course of the run", seconds, List.of(lines));
  }

  private static Line line(String name, Series series, Figure figure) {
    double[] values =
        series.values(figure).stream()
            .mapToDouble(value -> value == null ? Double.NaN : value)
            .toArray();
    return new Line(name, values);
  }
}
