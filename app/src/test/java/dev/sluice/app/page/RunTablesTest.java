package dev.sluice.app.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.html.HtmlWriter;
import dev.sluice.app.monitor.RunDocument;
import dev.sluice.app.monitor.RunDocument.Event;
import dev.sluice.app.monitor.RunDocument.Process;
import dev.sluice.app.monitor.RunState;
import dev.sluice.app.monitor.Series;
import dev.sluice.app.monitor.Series.Figure;
import dev.sluice.app.monitor.Series.Point;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RunTablesTest {
  private static final long BEGIN = 1_790_000_000_000L;

  @Test
  void shouldDrawLinesAndTellProcessesAndEvents() {
    HtmlWriter html = new HtmlWriter();
    write(html, document(2_000));
    assertThat(html.html())
        .contains("Rows per second", "before the sink", "Free disk", ">minutes<")
        .contains("2026-09-21 14:13:20", "1 min 30 s", "killed, or still running")
        .contains("file changed", "&lt;b&gt;sink&lt;/b&gt;")
        .doesNotContain("<b>", "NaN");
    assertThat(html.html().length()).isLessThan(100_000);
  }

  @Test
  void shouldDrawNoLinesOfAnInstant() {
    HtmlWriter html = new HtmlWriter();
    write(html, document(1));
    assertThat(html.html()).contains("too short for charts");
  }

  private static void write(HtmlWriter html, RunDocument run) {
    RunTables.charts(html, run.series());
    RunTables.processes(html, run.processes(), ZoneOffset.UTC);
    RunTables.events(html, run.events(), ZoneOffset.UTC);
  }

  private static RunDocument document(int points) {
    List<Point> all = new ArrayList<>();
    for (int i = 0; i < points; i++) {
      Map<Figure, Double> values = new EnumMap<>(Figure.class);
      for (Figure figure : i % 7 == 0 ? new Figure[0] : Figure.values()) {
        values.put(figure, 1000.0 * (i % 50));
      }
      all.add(new Point(BEGIN + 1000L * i, values));
    }
    return new RunDocument(
        RunDocument.FORMAT,
        "run",
        BEGIN,
        "ended",
        List.of(
            new Process("run", "", "0.1.0", 1, BEGIN, null, null),
            new Process("run", "", "0.1.0", 2, BEGIN + 60_000, BEGIN + 150_000, "ended")),
        RunState.NONE,
        new Series(all),
        Collections.nCopies(500, new Event(BEGIN, "file_changed", "the <b>sink</b> is behind")),
        new TreeMap<>(),
        new TreeMap<>());
  }
}
