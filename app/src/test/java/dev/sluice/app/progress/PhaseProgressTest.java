package dev.sluice.app.progress;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.ProgressMode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PhaseProgressTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, UTF_8);

  @Test
  void shouldDrawABarForEachPhaseOnATerminal() {
    PhaseProgress progress = PhaseProgress.on(out, ProgressMode.AUTO, OptionalInt.of(60));
    progress.reached("reading footers", 8, 8);
    progress.reached("copying rows", 1_000, 1_000);
    progress.end();

    assertThat(bytes.toString(UTF_8))
        .isEqualTo(
            Terminal.CLEAR_LINE
                + "[####################] reading footers: 100 % of 8"
                + System.lineSeparator()
                + Terminal.CLEAR_LINE
                + "[####################] copying rows: 100 % of 1,000"
                + System.lineSeparator());
  }

  @Test
  void shouldTellThePaceOfBytesAndTheTimeLeft() throws InterruptedException {
    PhaseProgress progress =
        PhaseProgress.on(out, ProgressMode.AUTO, OptionalInt.of(90), "reading");
    progress.reached("reading", 1_000_000, 9_000_000);
    TimeUnit.MILLISECONDS.sleep(250);
    progress.reached("reading", 3_000_000, 9_000_000);
    progress.reached("checking", 0, 0);
    progress.reached("checking", 1, 0);
    TimeUnit.MILLISECONDS.sleep(250);
    progress.reached("checking", 2_000, 0);
    progress.end();

    assertThat(bytes.toString(UTF_8))
        .containsPattern("reading: 33 %, \\d+ s left, \\d+\\.\\d MB/s")
        .contains("] checking: 2,000" + System.lineSeparator())
        .doesNotContain("0 of 0");
  }

  @Test
  void shouldNotBeWiderThanTheTerminal() {
    PhaseProgress progress = PhaseProgress.on(out, ProgressMode.AUTO, OptionalInt.of(20));
    progress.reached("reading footers", 8, 8);
    assertThat(bytes.toString(UTF_8)).isEqualTo(Terminal.CLEAR_LINE + "[##################");
  }

  @Test
  void shouldPrintNothingMoreOftenThanEverySomeSecondsElsewhere() {
    PhaseProgress progress = PhaseProgress.on(out, ProgressMode.PLAIN, OptionalInt.of(60));
    progress.reached("reading footers", 1, 8);
    progress.end();
    assertThat(bytes.size()).isZero();
  }

  @Test
  void shouldBeSilentWhereNoneIsWanted() {
    PhaseProgress progress = PhaseProgress.on(out, ProgressMode.NONE, OptionalInt.of(60));
    progress.reached("reading footers", 8, 8);
    progress.end();
    assertThat(bytes.size()).isZero();
  }
}
