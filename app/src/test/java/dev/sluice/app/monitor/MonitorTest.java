package dev.sluice.app.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.app.monitor.RunDocument.Event;
import dev.sluice.app.monitor.RunDocument.Process;
import dev.sluice.app.monitor.RunState.Holder;
import dev.sluice.app.monitor.RunState.Stage;
import dev.sluice.app.page.SampleRuns;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class MonitorTest {
  /** Work whose sink holds the others up, until its last look. */
  private static Work.Look heldUp() {
    RunState state =
        RunState.NONE.with(
            List.of(
                new Stage("ingest", null, 40, Stage.WAITING, "sink", 1L),
                new Stage("sink", 7L, 40, Stage.WORKING, null, 1L)),
            new Holder("sink", 1));
    return new Work.Look(state, true, Map.of());
  }

  @ParameterizedTest
  @ValueSource(strings = {"ended", "stopped", "failed"})
  void shouldLetNoStageWorkOrWaitAfterTheEnd(String how) {
    try (Monitor monitor = Monitor.start("run", List.of(), () -> "ready")) {
      monitor.watch(MonitorTest::heldUp, List.of());
      monitor.end(how, how);
      RunDocument document = monitor.document();
      assertThat(document.state().holder()).isNull();
      assertThat(document.state().stages())
          .extracting(Stage::name, Stage::state, Stage::waitsFor, Stage::perSecond)
          .containsExactly(
              tuple("ingest", Stage.IDLE, null, 0.0), tuple("sink", Stage.IDLE, null, 0.0));
      assertThat(document.state().stages()).extracting(Stage::lag).containsExactly(null, 7L);
    }
  }

  @Test
  void shouldTellOfFilesThatHaveChanged() {
    SortedMap<String, String> files = new TreeMap<>(Map.of("a.parquet", "it has 9 bytes"));
    try (Monitor monitor = Monitor.start("run", List.of(), () -> "ready")) {
      monitor.watch(() -> Work.Look.NOTHING, List.of());
      monitor.changed(new TreeMap<>());
      monitor.changed(files);
      files.put("b.parquet", "it has 7 bytes");
      monitor.changed(files);
      monitor.end("ended", "all is read");

      assertThat(monitor.document().events())
          .filteredOn(event -> event.kind().equals("file_changed"))
          .extracting(Event::text)
          .containsExactly(
              "a.parquet has changed since it was read: it has 9 bytes",
              "2 files have changed since they were read, for example a.parquet: it has 9 bytes");
    }
  }

  @Test
  void shouldGoOnAfterAKill(@TempDir Path directory) throws IOException {
    RunFile file = new RunFile(directory);
    RunDocument killed = SampleRuns.running(3, List.of());
    file.write(killed);
    try (Monitor monitor = Monitor.start("run", List.of(), () -> "ready")) {
      monitor.watch(() -> Work.Look.NOTHING, directory, "a81c", List.of(directory));
      monitor.end("stopped", "stopped on request");
    }
    RunDocument document = file.read().orElseThrow();
    assertThat(document.processes()).extracting(Process::exit).containsExactly(null, "stopped");
    assertThat(document.state().dumps()).hasSize(3); // the counts are not restored yet
    assertThat(document.events()).extracting(Event::kind).startsWith("started", "recovered");
    assertThat(document.events())
        .extracting(Event::kind)
        .containsSubsequence("file_changed", "started", "recovered", "stopped");
    assertThat(document.series().time())
        .startsWith(killed.series().time().get(0))
        .hasSizeGreaterThan(killed.series().time().size());
  }

  /** It may look at an object store that does not answer, and probes of health may wait for it. */
  @Test
  void shouldAnswerWhileItLooks() throws Exception {
    CountDownLatch looking = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    try (Monitor monitor = Monitor.start("run", List.of(), () -> "ready")) {
      monitor.watch(
          () -> {
            looking.countDown();
            try {
              over.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            return Work.Look.NOTHING;
          },
          List.of());
      looking.await();
      FutureTask<RunDocument> asking = new FutureTask<>(monitor::document);
      Thread thread = new Thread(asking);
      thread.setDaemon(true);
      thread.start();

      assertThat(asking.get(2, TimeUnit.MINUTES).job()).isEqualTo("run");
      assertThat(monitor.sample().phase()).isEqualTo("ready");
    } finally {
      over.countDown();
    }
  }
}
