package dev.sluice.app.progress;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.ProgressMode;
import dev.sluice.app.logging.Logging;
import dev.sluice.app.logging.LoggingOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
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

  @Test
  void shouldReportRowsRateAndTimeLeft() {
    assertThat(at(4, 25_000_000).text(false))
        .isEqualTo(
            " 25 % read, 12 s left, 1,000 rows (250/s), 6.3 MB/s, 70 kept, CC-MAIN-2024-10#1");
    assertThat(new ProgressSnapshot(0, 0, 0, OptionalLong.empty(), "", 1).text(false))
        .isEqualTo("100 % read, 0 rows (0/s), 0.0 MB/s");
  }

  @Test
  void shouldNotSayThatItHasEndedWhileCuratingContinues() {
    assertThat(at(8, 100_000_000).text(false))
        .isEqualTo(
            "100 % read, curating the rest, 1,000 rows (125/s), 12.5 MB/s, 70 kept,"
                + " CC-MAIN-2024-10#1");
    assertThat(at(8, 100_000_000).text(true)).doesNotContain("curating");
    ProgressDisplay display = ProgressReport.display(out, ProgressMode.AUTO, OptionalInt.of(80));
    display.show(at(8, 100_000_000), false);
    assertThat(bytes.toString(UTF_8)).contains("[#########-] 100 % read, curating the rest");
  }

  @Test
  void shouldShowTheTimeLeftOnANarrowTerminal() {
    ProgressDisplay display = ProgressReport.display(out, ProgressMode.AUTO, OptionalInt.of(80));
    display.show(
        new ProgressSnapshot(
            1_000_000_000,
            100_000_000_000L,
            12_345_678,
            OptionalLong.of(1_234_567),
            "data/CC-MAIN-2024-10#1",
            600),
        false);
    assertThat(bytes.toString(UTF_8)).contains("59400 s left", "12,345,678 rows (20,576/s)");
  }

  @Test
  void shouldPrintPlainLinesAtIntervals() {
    ProgressDisplay display = ProgressReport.display(out, ProgressMode.AUTO, OptionalInt.empty());
    for (int second = 1; second <= 11; second++) {
      display.show(at(second, 10_000_000), false);
    }
    display.show(at(12, 100_000_000), true);
    assertThat(bytes.toString(UTF_8).lines())
        .hasSize(3)
        .noneMatch(line -> line.contains("\r"))
        .last()
        .asString()
        .startsWith("100 % read");
  }

  @Test
  void shouldRedrawOneLineBelowTheLog() throws IOException {
    Logging.start(LoggingOptions.DEFAULT);
    ProgressDisplay display = ProgressReport.display(out, ProgressMode.AUTO, OptionalInt.of(60));
    display.show(at(4, 25_000_000), false);
    LoggerFactory.getLogger("dev.sluice.ingest.Reader").info("unit read");
    display.show(at(4.1, 25_000_000), false);
    display.show(at(5, 100_000_000), true);
    String[] drawn = bytes.toString(UTF_8).split(CLEAR.replace("[", "\\["));
    String bar = "[###-------]  25 % read, 12 s left, 1,000 rows (250/s), 6.3";
    assertThat(drawn).hasSize(4);
    assertThat(drawn[1]).isEqualTo(bar).hasSize(59);
    assertThat(drawn[2]).endsWith(" INFO ingest - unit read\n" + bar);
    assertThat(drawn[3]).startsWith("100 % read").endsWith(System.lineSeparator());
  }

  @Test
  void shouldShowNothing() {
    ProgressReport.display(out, ProgressMode.NONE, OptionalInt.of(60)).show(at(9, 1), true);
    assertThat(bytes.toString(UTF_8)).isEmpty();
  }

  private static ProgressSnapshot at(double seconds, long bytesRead) {
    return new ProgressSnapshot(
        bytesRead, 100_000_000, 1_000, OptionalLong.of(70), "CC-MAIN-2024-10#1", seconds);
  }
}
