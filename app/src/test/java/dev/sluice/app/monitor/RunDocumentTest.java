package dev.sluice.app.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.monitor.RunDocument.Process;
import dev.sluice.app.monitor.RunState.Dump;
import dev.sluice.app.monitor.RunState.Stage;
import dev.sluice.app.page.SampleRuns;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunDocumentTest {
  private static final RunDocument RUN = SampleRuns.running(3, List.of());
  private static final long SILENCE = 60_000;

  private static RunDocument with(List<Process> processes) {
    return new RunDocument(
        RunDocument.FORMAT,
        RUN.job(),
        RUN.now(),
        RUN.phase(),
        processes,
        RUN.state(),
        RUN.series(),
        RUN.events(),
        RUN.config(),
        RUN.versions());
  }

  @Test
  void shouldTakeAProcessThatTellsNothingForKilled() {
    assertThat(RUN.seen(RUN.now() + SILENCE, SILENCE)).isSameAs(RUN);

    RunDocument killed = RUN.seen(RUN.now() + SILENCE + 1, SILENCE);

    assertThat(killed.phase()).isEqualTo(RunDocument.KILLED);
    assertThat(killed.state().holder()).isNull();
    assertThat(killed.state().stages())
        .hasSameSizeAs(RUN.state().stages())
        .allMatch(stage -> stage.state().equals(Stage.IDLE) && stage.waitsFor() == null);
    assertThat(killed.processes()).extracting(Process::exit).containsOnly(RunDocument.KILLED);
    assertThat(killed.state().progress().secondsLeft()).isNull();
    assertThat(killed.state().dumps()).extracting(Dump::secondsLeft).containsOnlyNulls();
    assertThat(killed.state().progress().done()).isEqualTo(RUN.state().progress().done());
    assertThat(killed.seen(RUN.now() + 3 * SILENCE, SILENCE)).isEqualTo(killed);
  }

  /** It has told nothing yet; what there is to see is of the process before. */
  @Test
  void shouldNotTakeAProcessThatHasJustBegunForKilled() {
    long later = RUN.now() + 100 * SILENCE;
    Process next = new Process("run", "a81c", "0.1.0", 4_712, later - 1_000, null, null);
    RunDocument begun = with(List.of(RUN.processes().get(0), next));

    assertThat(begun.seen(later, SILENCE)).isSameAs(begun);
  }

  @Test
  void shouldLeaveAProcessAloneThatHasToldItsEnd() {
    Process ended = new Process("run", "a81c", "0.1.0", 4_711, 1, RUN.now(), "stopped");
    RunDocument over = with(List.of(ended));

    assertThat(over.seen(Long.MAX_VALUE, SILENCE)).isSameAs(over);
  }

  @Test
  void shouldTellAKilledProcessOnlyIfNoneRuns() {
    RunDocument killed = RUN.seen(Long.MAX_VALUE, SILENCE);

    assertThat(RunDocuments.merge(List.of(killed, killed)).phase()).isEqualTo(RunDocument.KILLED);
    assertThat(RunDocuments.merge(List.of(killed, RUN)).phase()).isEqualTo("ready");
  }
}
