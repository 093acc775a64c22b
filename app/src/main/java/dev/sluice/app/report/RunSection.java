package dev.sluice.app.report;

import static dev.sluice.app.html.HtmlTable.Column.number;
import static dev.sluice.app.html.HtmlTable.Column.text;
import static dev.sluice.jobs.validate.report.ReportNumbers.count;

import dev.sluice.app.html.Excerpt;
import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.app.html.LineChart;
import dev.sluice.app.html.LineChart.Line;
import dev.sluice.app.html.ShortNumbers;
import dev.sluice.app.monitor.RunDocument;
import dev.sluice.app.monitor.RunDocument.Event;
import dev.sluice.app.monitor.RunDocument.Process;
import dev.sluice.app.monitor.RunDocument.Series;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleFunction;

/** How the output was made: processes, figures over time, and what happened. */
record RunSection(Optional<RunDocument> document) {
  private static final int EVENTS = 50;
  private static final int LONGEST = 200;
  private static final int PROCESSES = 20;
  private static final double MILLIS = 1e3;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  void write(HtmlWriter html) {
    if (document.isEmpty()) {
      html.element(
          "p",
          "Nothing was recorded while this output was made, or the record was removed with its"
              + " work directory.");
      return;
    }
    RunDocument run = document.get();
    charts(html, run.series());
    processes(html, run.processes());
    events(html, run.events());
  }

  private static void charts(HtmlWriter html, Series series) {
    if (series.time().size() < 2) {
      html.element("p", "It took too little time for lines.");
      return;
    }
    html.open("div", "class", "charts");
    long begin = series.time().get(0);
    double[] seconds = series.time().stream().mapToDouble(t -> (t - begin) / MILLIS).toArray();
    DoubleFunction<String> bytes = number -> ShortNumbers.of(number) + "B";
    DoubleFunction<String> plain = ShortNumbers::of;
    new LineChart(
            "Rows per second",
            "Rows read and documents kept per second, over the time of the run",
            seconds,
            List.of(line("read", series.rowsPerSecond()), line("kept", series.keptPerSecond())))
        .write(html, plain);
    new LineChart(
            "Bytes read per second",
            "Bytes of input read per second, over the time of the run",
            seconds,
            List.of(line("read", series.readBytesPerSecond())))
        .write(html, bytes);
    new LineChart(
            "Rows waiting",
            "Rows that wait for the topology and for the sink, over the time of the run",
            seconds,
            List.of(
                line("before the topology", series.lagTopology()),
                line("before the sink", series.lagSink())))
        .write(html, plain);
    new LineChart(
            "Memory",
            "Resident memory of the processes, over the time of the run",
            seconds,
            List.of(line("memory", series.memoryBytes())))
        .write(html, bytes);
    new LineChart(
            "Free disk",
            "Free space of the fullest disk written to, over the time of the run",
            seconds,
            List.of(line("free", series.diskFreeBytes())))
        .write(html, bytes);
    new LineChart(
            "Processors kept busy",
            "Number of processors kept busy, over the time of the run",
            seconds,
            List.of(line("busy", series.cpus())))
        .write(html, plain);
    html.closeLine();
  }

  private static Line line(String name, List<? extends Number> values) {
    double[] numbers = new double[values.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = values.get(i) == null ? Double.NaN : values.get(i).doubleValue();
    }
    return new Line(name, numbers);
  }

  private static void processes(HtmlWriter html, List<Process> processes) {
    try (HtmlTable table =
        new HtmlTable(
            html,
            "Processes",
            List.of(
                text("Command"),
                text("Sluice"),
                text("Started (UTC)"),
                number("Time"),
                text("End")))) {
      for (Process process :
          processes.subList(Math.max(0, processes.size() - PROCESSES), processes.size())) {
        boolean ended = process.ended() != null;
        table
            .row(process.role())
            .foreign(process.release())
            .cell(time(process.started()))
            .cell(ended ? duration(process.ended() - process.started()) : "")
            .cell(process.exit() == null ? "killed, or not ended yet" : process.exit())
            .end();
      }
    }
  }

  private static String time(long millis) {
    return TIME.format(Instant.ofEpochMilli(millis));
  }

  private static String duration(long millis) {
    Duration time = Duration.ofMillis(millis);
    return time.toHours() > 0
        ? "%d h %d min".formatted(time.toHours(), time.toMinutesPart())
        : time.toMinutes() > 0
            ? "%d min %d s".formatted(time.toMinutes(), time.toSecondsPart())
            : "%d s".formatted(Math.max(1, time.toSeconds()));
  }

  private static void events(HtmlWriter html, List<Event> events) {
    if (events.isEmpty()) {
      return;
    }
    List<Event> last = events.subList(Math.max(0, events.size() - EVENTS), events.size());
    String caption =
        last.size() == events.size()
            ? "What happened"
            : "What happened: the last %s of %s events"
                .formatted(count(last.size()), count(events.size()));
    try (HtmlTable table =
        new HtmlTable(html, caption, List.of(text("Time (UTC)"), text("Event"), text("Text")))) {
      for (Event event : last) {
        table
            .row(time(event.time()))
            .cell(event.kind().replace('_', ' '))
            .foreign(Excerpt.of(event.text(), LONGEST))
            .end();
      }
    }
  }
}
