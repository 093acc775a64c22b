package dev.sluice.app.progress;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.logging.Logging;
import dev.sluice.app.progress.RunProgress.DumpProgress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ProgressTest {
  private static final String CLEAR = "\r\u001b[K";

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, UTF_8);

  @AfterEach
  void restore() {
    Logging.showLinesOnStderr();
  }

  private ProgressDisplay display(ProgressReport.Mode mode, int columns) {
    OptionalInt width = columns == 0 ? OptionalInt.empty() : OptionalInt.of(columns);
    return ProgressReport.display(out, mode, width);
  }

  private String shown(int columns, ProgressDisplay.ProgressLine line) {
    bytes.reset();
    display(ProgressReport.Mode.AUTO, columns).show(line, false);
    return bytes.toString(UTF_8).replace(CLEAR, "");
  }

  /** A line of a long run: 42 % of 110 dumps. */
  private static RunProgressLine large() {
    return new RunProgressLine(
        new RunProgress(
            600,
            true,
            420_000_000_000L,
            1_000_000_000_000L,
            OptionalLong.of(7_512),
            List.of(
                new DumpProgress("CC-MAIN-2024-10", 1, 2, OptionalLong.of(65)),
                new DumpProgress("CC-MAIN-2024-18", 0, 2, OptionalLong.of(130))),
            12_345_678,
            OptionalLong.of(1_234_567),
            20_576,
            6_300_000));
  }

  private static RunProgressLine at(double seconds, double fraction) {
    return new RunProgressLine(
        new RunProgress(
            seconds,
            true,
            Math.round(fraction * 1e9),
            1_000_000_000,
            fraction == 1 ? OptionalLong.of(0) : OptionalLong.of(12),
            List.of(new DumpProgress("CC-MAIN-2024-10", 0, 1_000, OptionalLong.empty())),
            1_000,
            OptionalLong.of(70),
            250,
            6_250_000));
  }

  @Test
  void shouldSayWholeWordsAtEveryWidth() {
    assertThat(shown(200, large()))
        .isEqualTo(
            "[####------] 42 %, 2 h 5 min left, 12,345,678 rows, 1,234,567 kept, 20,576 rows/s,"
                + " 6.0 MiB/s, CC-MAIN-2024-10: 1 min 5 s left");
    assertThat(shown(80, large()))
        .isEqualTo("[####------] 42 %, 2 h 5 min left, 1,234,567 kept, 20,576 rows/s, 6.0 MiB/s")
        .hasSizeLessThan(80);
    assertThat(shown(40, large())).isEqualTo("42 %, 2 h 5 min left, 1,234,567 kept");
    assertThat(shown(20, large())).isEqualTo("42 %, 20,576 rows/s");
    assertThat(shown(10, large())).isEqualTo("42 %");
  }

  @Test
  void shouldNotSayThatItHasEndedBeforeItHas() {
    assertThat(shown(80, at(8, 0.9999))).startsWith("[#########-] 99 %, 12 s left");
    display(ProgressReport.Mode.AUTO, 80).show(at(9, 1), true);
    assertThat(bytes.toString(UTF_8))
        .endsWith("100 %, 1,000 rows, 70 kept, 250 rows/s, 6.0 MiB/s" + System.lineSeparator());
  }

  @Test
  void shouldSayThatItStarts() {
    RunProgressLine starting =
        new RunProgressLine(new RunMeter(() -> RunMeter.RunCounts.NONE).now());
    assertThat(shown(80, starting)).isEqualTo("[----------] starting");
  }

  @Test
  void shouldPrintPlainLinesAtIntervals() {
    ProgressDisplay display = display(ProgressReport.Mode.AUTO, 0);
    for (int second = 1; second <= 11; second++) {
      display.show(at(second, 0.1), false);
    }
    display.show(at(12, 1), true);
    assertThat(bytes.toString(UTF_8).lines())
        .hasSize(3)
        .noneMatch(line -> line.contains("\r"))
        .last()
        .asString()
        .startsWith("100 %");
  }

  @Test
  void shouldRedrawOneLineBelowTheLog() throws IOException {
    Logging.start(Logging.Options.DEFAULT);
    ProgressDisplay display = display(ProgressReport.Mode.AUTO, 60);
    display.show(at(4, 0.25), false);
    LoggerFactory.getLogger("dev.sluice.ingest.Reader").info("unit read");
    display.show(at(4.1, 0.25), false);
    display.show(at(5, 1), true);
    String[] drawn = bytes.toString(UTF_8).split(CLEAR.replace("[", "\\["));
    String bar = "[###-------] 25 %, 12 s left, 70 kept, CC-MAIN-2024-10";
    assertThat(drawn).hasSize(4);
    assertThat(drawn[1]).isEqualTo(bar);
    assertThat(drawn[2]).endsWith(" INFO ingest - unit read\n" + bar);
    assertThat(drawn[3]).startsWith("100 %").endsWith(System.lineSeparator());
  }

  @Test
  void shouldShowNothing() {
    display(ProgressReport.Mode.NONE, 60).show(at(9, 1), true);
    assertThat(bytes.toString(UTF_8)).isEmpty();
  }
}
