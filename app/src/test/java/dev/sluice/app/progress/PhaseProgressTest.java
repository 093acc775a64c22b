package dev.sluice.app.progress;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.ProgressMode;
import dev.sluice.app.logging.Logging;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PhaseProgressTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, UTF_8);

  private static final JobPhase READING = JobPhase.READING;
  private static final JobPhase FOOTERS = JobPhase.ofItems("reading footers");

  private PhaseProgress on(ProgressMode mode, int columns) {
    return PhaseProgress.on(
        out, mode, columns == 0 ? OptionalInt.empty() : OptionalInt.of(columns));
  }

  @AfterEach
  void restore() {
    Logging.showLinesOnStderr();
  }

  @Test
  void shouldLeaveALineForEachPhaseOnATerminal() {
    PhaseProgress progress = on(ProgressMode.AUTO, 60);
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
  void shouldShowTheRateSinceThePhaseStartedAndTheTimeLeft() {
    JobPosition at = new JobPosition(READING, 3_000_000, 9_000_000, 1_500, "b.jsonl");
    assertThat(new PhaseSnapshot(at, 7, 4, 2_000_000).text(false))
        .isEqualTo("reading: 33 %, 12 s left, 1,500 rows, 0.5 MB/s, b.jsonl");
    JobPosition checking = JobPosition.of(JobPhase.ofItems("checking"), 2_000, 0);
    assertThat(new PhaseSnapshot(checking, 7, 4, 1_999).text(false)).isEqualTo("checking: 2,000");
  }

  @Test
  void shouldNotShowAPhaseWithoutWork() {
    PhaseProgress progress = on(ProgressMode.PLAIN, 0);
    progress.reached(JobPosition.of(FOOTERS, 0, 0));
    progress.end();
    assertThat(bytes.size()).isZero();
  }

  @Test
  void shouldNotBeWiderThanTheTerminal() {
    on(ProgressMode.AUTO, 20).reached(JobPosition.of(FOOTERS, 8, 8));
    assertThat(bytes.toString(UTF_8)).isEqualTo(Terminal.CLEAR_LINE + "[#########-] readin");
  }

  @Test
  void shouldPrintALineAtTheEndOfAPhaseElsewhere() {
    PhaseProgress progress = on(ProgressMode.PLAIN, 60);
    progress.reached(JobPosition.of(FOOTERS, 1, 8));
    progress.reached(JobPosition.of(FOOTERS, 8, 8));
    progress.end();
    progress.end();
    assertThat(bytes.toString(UTF_8))
        .isEqualTo("reading footers: 100 % of 8" + System.lineSeparator());
  }

  @Test
  void shouldBeSilentWhereNoneIsWantedExceptForWarnings() {
    PhaseProgress progress = on(ProgressMode.NONE, 60);
    progress.reached(JobPosition.of(FOOTERS, 8, 8));
    progress.end();
    assertThat(bytes.size()).isZero();
    progress.warn("a file was damaged");
    assertThat(bytes.toString(UTF_8))
        .isEqualTo("sluice: warning: a file was damaged" + System.lineSeparator());
  }
}
