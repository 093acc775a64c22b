package dev.sluice.app.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.progress.RunMeter.RunCounts.UnitCounts;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RunMeterTest {
  private static final long SECOND = 1_000_000_000L;

  private RunMeter.RunCounts counts = RunMeter.RunCounts.NONE;
  private long nanos;
  private final RunMeter meter = new RunMeter(() -> counts, () -> nanos);

  private RunProgress at(long second, long rowsFinished, long kept, UnitCounts... units) {
    nanos = second * SECOND;
    counts = new RunMeter.RunCounts(true, List.of(units), rowsFinished, OptionalLong.of(kept));
    return meter.now();
  }

  private static UnitCounts unit(String dump, long bytesRead, long rows, boolean sealed) {
    return new UnitCounts(dump, true, 1_000, bytesRead, rows, sealed);
  }

  @Test
  void shouldCountWhatIsFinishedThoughEverythingIsRead() {
    at(0, 0, 0, unit("a", 0, 0, false), unit("b", 0, 0, false));
    RunProgress now = at(2, 100, 40, unit("a", 1_000, 200, false), unit("b", 1_000, 200, false));
    assertThat(now.fraction()).isEqualTo(0.25);
    assertThat(now.dumps()).extracting(RunProgress.DumpProgress::done).containsExactly(500L, 0L);
    assertThat(now.rows()).isEqualTo(400);
    assertThat(now.kept()).hasValue(40);
    assertThat(now.rowsPerSecond()).isEqualTo(50);
    assertThat(now.bytesPerSecond()).isEqualTo(250);
  }

  @Test
  void shouldBeFinishedOnlyWhenEverythingIsSealed() {
    at(0, 0, 0, unit("a", 0, 0, false));
    RunProgress written = at(2, 200, 40, unit("a", 1_000, 200, false));
    assertThat(written.fraction()).isLessThan(1);
    RunProgress sealed = at(3, 200, 40, unit("a", 1_000, 200, true));
    assertThat(sealed.fraction()).isEqualTo(1);
    assertThat(sealed.secondsLeft()).hasValue(0);
    assertThat(sealed.dumps()).isEmpty();
  }

  @Test
  void shouldTellWhenEachDumpIsSealed() {
    UnitCounts waiting = unit("b", 0, 0, false);
    for (int second = 0; second <= 10; second++) {
      at(second, 10L * second, 0, unit("a", 1_000, 200, false), waiting);
    }
    RunProgress now = meter.now();
    assertThat(now.secondsLeft()).hasValue(30);
    assertThat(now.dumps())
        .extracting(RunProgress.DumpProgress::secondsLeft)
        .containsExactly(OptionalLong.of(10), OptionalLong.of(30));
  }

  @Test
  void shouldNotSayThatAnUnsealedDumpIsReady() {
    for (int second = 0; second <= 10; second++) {
      at(second, 30L * second, 0, unit("a", 1_000, 200, false), unit("b", 1_000, 200, false));
    }
    assertThat(meter.now().dumps().get(0).secondsLeft()).hasValue(1);
  }

  @Test
  void shouldCountOnlyWhatThisInvocationDoes() {
    UnitCounts sealed = new UnitCounts("a", false, 1_000, 1_000, 200, true);
    for (int second = 0; second <= 10; second++) {
      at(second, 300 + second, 0, sealed, unit("b", 1_000, 200, false));
    }
    RunProgress now = meter.now();
    assertThat(now.total()).as("what was sealed before is no work").isEqualTo(1_000);
    assertThat(now.done()).isEqualTo(550);
    assertThat(now.rowsPerSecond()).isEqualTo(1);
    assertThat(now.secondsLeft()).hasValue(90);
  }

  @Test
  void shouldWaitForTheCountsOfARestart() {
    RunProgress now = meter.now();
    assertThat(now.known()).isFalse();
    assertThat(now.fraction()).isZero();
    assertThat(now.secondsLeft()).isEmpty();
    at(60, 100, 0, unit("a", 1_000, 200, false));
    assertThat(at(61, 101, 0, unit("a", 1_000, 200, false)).rowsPerSecond()).isEqualTo(1);
  }

  @Test
  void shouldRememberTheCountsOfStagesThatStop() {
    at(0, 0, 0, unit("a", 0, 0, false));
    at(1, 100, 40, unit("a", 1_000, 200, false));
    counts = RunMeter.RunCounts.NONE;
    assertThat(meter.now().done()).isEqualTo(500);
    assertThat(meter.now().kept()).hasValue(40);
  }

  @Test
  void shouldBearDocumentsThatAreWrittenAgain() {
    at(0, 0, 0, unit("a", 0, 0, false));
    at(1, 100, 0, unit("a", 1_000, 200, false));
    RunProgress again = at(2, -5, 0, unit("a", 1_000, 200, false));
    assertThat(again.done()).isZero();
    assertThat(again.rowsPerSecond()).isZero();
  }
}
