package dev.sluice.app.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.app.monitor.RunDocument.Holder;
import dev.sluice.app.monitor.RunDocument.Stage;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MonitorTest {
  /** Work whose sink holds the others up, until its last look. */
  private static WorkState heldUp() {
    WorkState none = WorkState.NONE;
    return new WorkState(
        true,
        none.progress(),
        none.dumps(),
        none.flow(),
        none.buckets(),
        none.dropped(),
        List.of(
            new Stage("ingest", null, 40, Stage.WAITING, "sink", 1L),
            new Stage("sink", 7L, 40, Stage.WORKING, null, 1L)),
        new Holder("sink", 1),
        none.phases(),
        none.quarantined(),
        none.losses(),
        none.figures());
  }

  @ParameterizedTest
  @ValueSource(strings = {"ended", "stopped", "failed"})
  void shouldLetNoStageWorkOrWaitAfterTheEnd(String how) {
    try (Monitor monitor = Monitor.start("run", List.of(), () -> "ready")) {
      monitor.watch(MonitorTest::heldUp, List.of());
      monitor.end(how, how);
      RunDocument document = monitor.document();
      assertThat(document.holder()).isNull();
      assertThat(document.stages())
          .extracting(Stage::name, Stage::state, Stage::waitsFor, Stage::perSecond)
          .containsExactly(
              tuple("ingest", Stage.IDLE, null, 0.0), tuple("sink", Stage.IDLE, null, 0.0));
      assertThat(document.stages()).extracting(Stage::lag).containsExactly(null, 7L);
    }
  }
}
