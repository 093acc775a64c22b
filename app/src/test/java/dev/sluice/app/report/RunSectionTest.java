package dev.sluice.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.html.HtmlWriter;
import dev.sluice.app.monitor.RunDocument;
import dev.sluice.app.monitor.RunDocument.Event;
import dev.sluice.app.monitor.RunDocument.Process;
import dev.sluice.app.monitor.RunDocument.Series;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RunSectionTest {
  private static final long BEGIN = 1_790_000_000_000L;

  @Test
  void shouldSayThatNothingWasRecorded() {
    HtmlWriter html = new HtmlWriter();
    new RunSection(Optional.empty()).write(html);
    assertThat(html.html()).contains("Nothing was recorded");
  }

  @Test
  void shouldDrawLinesAndTellProcessesAndEvents() {
    HtmlWriter html = new HtmlWriter();
    new RunSection(Optional.of(document(2_000))).write(html);
    assertThat(html.html())
        .contains("Rows per second", "before the sink", "Free disk", ">minutes<")
        .contains("2026-09-21 14:13:20", "1 min 30 s", "killed, or not ended yet")
        .contains("back pressure", "&lt;b&gt;sink&lt;/b&gt;")
        .doesNotContain("<b>", "NaN");
    assertThat(html.html().length()).isLessThan(100_000);
  }

  @Test
  void shouldDrawNoLinesOfAnInstant() {
    HtmlWriter html = new HtmlWriter();
    new RunSection(Optional.of(document(1))).write(html);
    assertThat(html.html()).contains("too little time for lines");
  }

  private static RunDocument document(int points) {
    List<Long> time = new ArrayList<>();
    List<Long> figures = new ArrayList<>();
    List<Double> cpus = new ArrayList<>();
    for (int i = 0; i < points; i++) {
      time.add(BEGIN + 1000L * i);
      figures.add(i % 7 == 0 ? null : 1000L * (i % 50));
      cpus.add(1.5);
    }
    Series series =
        new Series(time, figures, figures, figures, figures, figures, figures, figures, cpus);
    return new RunDocument(
        RunDocument.FORMAT,
        "run",
        BEGIN,
        "ended",
        List.of(
            new Process("run", "", "0.1.0", 1, BEGIN, null, null),
            new Process("run", "", "0.1.0", 2, BEGIN + 60_000, BEGIN + 150_000, "ended")),
        null,
        List.of(),
        null,
        List.of(),
        List.of(),
        0,
        new TreeMap<>(),
        List.of(),
        null,
        List.of(),
        series,
        Collections.nCopies(500, new Event(BEGIN, "back_pressure", "the <b>sink</b> is behind")),
        new TreeMap<>(),
        new TreeMap<>());
  }
}
