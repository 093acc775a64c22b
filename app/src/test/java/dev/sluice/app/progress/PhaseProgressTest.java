package dev.sluice.app.progress;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.logging.Logging;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PhaseProgressTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, UTF_8);

  private long nanos;

  private static final JobPhase READING = JobPhase.READING;
  private static final JobPhase FOOTERS = JobPhase.ofItems("reading footers");
  private static final JobPhase CHECKING = JobPhase.ofItems("checking");
  private static final long SECOND = 1_000_000_000L;

  private final List<PhaseProgress> begun = new ArrayList<>();

  private PhaseProgress on(ProgressReport.Mode mode, int columns) {
    OptionalInt width = columns == 0 ? OptionalInt.empty() : OptionalInt.of(columns);
    PhaseProgress progress = PhaseProgress.on(out, mode, width, () -> nanos);
    begun.add(progress);
    return progress;
  }

  /** One that is not ended goes on drawing, and takes the log lines of the tests after it. */
  @AfterEach
  void restore() {
    begun.forEach(PhaseProgress::end);
    Logging.showLinesOnStderr();
  }

  @Test
  void shouldLeaveALineForEachPhaseOnATerminal() {
    PhaseProgress progress = on(ProgressReport.Mode.AUTO, 60);
    progress.reached(JobPosition.of(FOOTERS, 4, 8));
    progress.reached(JobPosition.of(FOOTERS, 8, 8));
    progress.reached(new JobPosition(READING, 500, 1_000, 7, "a.parquet"));
    progress.end();

    assertThat(bytes.toString(UTF_8))
        .isEqualTo(
            Terminal.CLEAR_LINE
                + "[#####-----] reading footers: 50 % of 8"
                + Terminal.CLEAR_LINE
                + "reading footers: 100 % of 8"
                + System.lineSeparator()
                + Terminal.CLEAR_LINE
                + "[#####-----] reading: 50 %, 7 rows, a.parquet"
                + Terminal.CLEAR_LINE
                + "reading: 50 %, 7 rows"
                + System.lineSeparator());
  }

  @Test
  void shouldShowPhaseRateAndTimeLeft() {
    PhaseProgress progress = on(ProgressReport.Mode.AUTO, 200);
    progress.plan(List.of(FOOTERS, READING));
    for (int second = 0; second <= 4; second++) {
      nanos = 10 * second * SECOND;
      progress.reached(
          new JobPosition(READING, 1_000_000 + second * 500_000L, 9_000_000, 1_500, "b.jsonl"));
    }
    assertThat(lastDrawn())
        .isEqualTo(
            "[###-------] phase 2 of 2, reading: 33 %, 2 min 0 s left, 1,500 rows, 48.8 KiB/s,"
                + " b.jsonl");
  }

  @Test
  void shouldShowTheRateOfItems() {
    PhaseProgress progress = on(ProgressReport.Mode.AUTO, 200);
    progress.reached(JobPosition.of(CHECKING, 1, 0));
    nanos = 4 * SECOND;
    progress.reached(JobPosition.of(CHECKING, 2_001, 0));
    assertThat(lastDrawn()).isEqualTo("[----------] checking: 2,001, 500/s");
  }

  @Test
  void shouldSayWholeWordsOnANarrowTerminal() {
    for (int columns : new int[] {80, 40, 20}) {
      bytes.reset();
      nanos = 0;
      PhaseProgress progress = on(ProgressReport.Mode.AUTO, columns);
      progress.plan(List.of(FOOTERS, READING));
      progress.reached(new JobPosition(READING, 1, 900, 1_500, "x/".repeat(50)));
      nanos = SECOND;
      progress.reached(new JobPosition(READING, 500, 900, 1_500, "x/".repeat(50)));
      assertThat(lastDrawn())
          .isEqualTo(
              columns == 80
                  ? "[######----] phase 2 of 2, reading: 55 %, 1,500 rows, 499 B/s"
                  : columns == 40 ? "phase 2 of 2, reading: 55 %, 499 B/s" : "reading: 55 %");
    }
  }

  /** The last line drawn on a terminal. */
  private String lastDrawn() {
    String all = bytes.toString(UTF_8);
    return all.substring(all.lastIndexOf(Terminal.CLEAR_LINE) + Terminal.CLEAR_LINE.length());
  }

  @Test
  void shouldNotShowAPhaseWithoutWork() {
    PhaseProgress progress = on(ProgressReport.Mode.PLAIN, 0);
    progress.reached(JobPosition.of(FOOTERS, 0, 0));
    progress.end();
    assertThat(bytes.size()).isZero();
  }

  @Test
  void shouldRatherSayNothingThanHalfAWord() {
    on(ProgressReport.Mode.AUTO, 20).reached(JobPosition.of(FOOTERS, 8, 8));
    assertThat(bytes.toString(UTF_8)).isEqualTo(Terminal.CLEAR_LINE);
  }

  @Test
  void shouldPrintALineAtTheEndOfAPhaseElsewhere() {
    PhaseProgress progress = on(ProgressReport.Mode.PLAIN, 60);
    progress.reached(JobPosition.of(FOOTERS, 1, 8));
    progress.reached(JobPosition.of(FOOTERS, 8, 8));
    progress.end();
    progress.end();
    assertThat(bytes.toString(UTF_8))
        .isEqualTo("reading footers: 100 % of 8" + System.lineSeparator());
  }

  @Test
  void shouldBeSilentWhereNoneIsWantedExceptForWarnings() {
    PhaseProgress progress = on(ProgressReport.Mode.NONE, 60);
    progress.reached(JobPosition.of(FOOTERS, 8, 8));
    progress.end();
    assertThat(bytes.size()).isZero();
    progress.warn("a file was damaged");
    assertThat(bytes.toString(UTF_8))
        .isEqualTo("sluice: warning: a file was damaged" + System.lineSeparator());
  }
}
