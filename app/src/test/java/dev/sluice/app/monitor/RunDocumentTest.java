package dev.sluice.app.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.monitor.RunDocument.Dump;
import dev.sluice.app.monitor.RunDocument.Process;
import dev.sluice.app.monitor.RunDocument.Stage;
import dev.sluice.app.page.SampleRuns;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunDocumentTest {
  private static final RunDocument RUN = SampleRuns.running(3, List.of());
  private static final long SILENCE = 60_000;

  @Test
  void shouldTakeAProcessThatTellsNothingForKilled() {
    assertThat(RUN.seen(RUN.now() + SILENCE, SILENCE)).isSameAs(RUN);

    RunDocument killed = RUN.seen(RUN.now() + SILENCE + 1, SILENCE);

    assertThat(killed.phase()).isEqualTo(RunDocument.KILLED);
    assertThat(killed.holder()).isNull();
    assertThat(killed.stages())
        .hasSameSizeAs(RUN.stages())
        .allMatch(stage -> stage.state().equals(Stage.IDLE) && stage.waitsFor() == null);
    assertThat(killed.processes()).extracting(Process::exit).containsOnly(RunDocument.KILLED);
    assertThat(killed.progress().secondsLeft()).isNull();
    assertThat(killed.dumps()).extracting(Dump::secondsLeft).containsOnlyNulls();
    assertThat(killed.progress().done()).isEqualTo(RUN.progress().done());
    assertThat(killed.seen(RUN.now() + 3 * SILENCE, SILENCE)).isEqualTo(killed);
  }

  /** It has told nothing yet; what there is to see is of the process before. */
  @Test
  void shouldNotTakeAProcessThatHasJustBegunForKilled() {
    long later = RUN.now() + 100 * SILENCE;
    Process next = new Process("run", "a81c", "0.1.0", 4_712, later - 1_000, null, null);
    RunDocument begun =
        RUN.with(List.of(RUN.processes().get(0), next), RUN.events(), RUN.config(), RUN.versions());

    assertThat(begun.seen(later, SILENCE)).isSameAs(begun);
  }

  @Test
  void shouldLeaveAProcessAloneThatHasToldItsEnd() {
    Process ended = new Process("run", "a81c", "0.1.0", 4_711, 1, RUN.now(), "stopped");
    RunDocument over = RUN.with(List.of(ended), RUN.events(), RUN.config(), RUN.versions());

    assertThat(over.seen(Long.MAX_VALUE, SILENCE)).isSameAs(over);
  }

  @Test
  void shouldTellAKilledProcessOnlyIfNoneRuns() {
    RunDocument killed = RUN.seen(Long.MAX_VALUE, SILENCE);

    assertThat(RunDocuments.merge(List.of(killed, killed)).phase()).isEqualTo(RunDocument.KILLED);
    assertThat(RunDocuments.merge(List.of(killed, RUN)).phase()).isEqualTo("ready");
  }
}
